import { createHash } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { isShippedMark } from './brand-picture.ts'

/** The version of the pictures that are drawn of a brand: a hash of all that they show. */
export function brandVersionOf({
  name,
  shortName,
  tagline,
  accent,
  orderPrefix,
  logoLight,
  logoDark,
  mark,
}: Settings['brand']): string {
  const shown = JSON.stringify([name, shortName, tagline, accent, orderPrefix, logoLight, logoDark, mark])
  return createHash('sha256').update(shown).digest('base64url').slice(0, 12)
}

/** What follows the addresses of these pictures in documents: `?v=…`, or nothing where they are files of the shop. */
export const pictureQueryOf = (brand: Settings['brand']): string =>
  isShippedMark(brand.mark) ? '' : `?v=${brandVersionOf(brand)}`
