import { type RawBuilder, sql } from 'kysely'
import { type Day, SHOP_ZONE } from './shop-day.ts'

const zone = sql.lit(SHOP_ZONE)

/** First moment of a shop day, which has 23, 24 or 25 hours. */
export const startOfDay = (day: Day): RawBuilder<Date> => sql`(${day}::date::timestamp at time zone ${zone})`

/** First moment of the following shop day. */
export const endOfDay = (day: Day): RawBuilder<Date> => sql`((${day}::date + 1)::timestamp at time zone ${zone})`
