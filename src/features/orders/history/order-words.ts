import type { ShipTo } from '../contract.ts'

/** A product and its variant in one line: `Range Tee, L, Coyote`. */
export const lineName = ({ name, options }: { name: string; options: Record<string, string> }) =>
  [name, ...Object.values(options)].join(', ')

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })
/** The stored country may be a code or a name. */
const nameOf = (country: string) => (/^[A-Z]{2}$/.test(country) ? COUNTRIES.of(country) : country)

/** A postal address as lines of a parcel label. */
export function addressLinesOf({ name, line1, line2, city, state, postalCode, country }: ShipTo): string[] {
  const lines = [name, line1, line2, `${city}, ${state} ${postalCode}`, nameOf(country)]
  return lines.filter(line => line?.trim()) as string[]
}
