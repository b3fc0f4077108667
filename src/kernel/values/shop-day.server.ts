import { type RawBuilder, sql } from 'kysely'
import { type Day, endOfShopDay, startOfShopDay } from './shop-day.ts'

/** First moment of a shop day, as SQL. */
export const startOfDay = (day: Day): RawBuilder<Date> => sql`${startOfShopDay(day)}::timestamptz`

/** First moment of the following shop day, as SQL. */
export const endOfDay = (day: Day): RawBuilder<Date> => sql`${endOfShopDay(day)}::timestamptz`
