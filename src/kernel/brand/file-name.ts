import { slugOf } from '#platform/values/slug.ts'
import type { Settings } from '../settings.ts'

/** The name of a downloaded file, such as `northline-orders-2026-03-02.csv`: it begins with the shop's short name, in letters that every system takes. */
export const fileNameOf = ({ shortName }: Pick<Settings['brand'], 'shortName'>, rest: string): string =>
  `${slugOf(shortName) || 'shop'}-${rest}`
