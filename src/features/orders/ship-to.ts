import type { ShipTo } from './contract.ts'

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })
/** What was stored may be a code or already a name. */
const nameOf = (country: string) => (/^[A-Z]{2}$/.test(country) ? COUNTRIES.of(country) : country)

/** An address as it stands on a parcel, line by line. */
export function addressLinesOf({ name, line1, line2, city, state, postalCode, country }: ShipTo): string[] {
  const lines = [name, line1, line2, `${city}, ${state} ${postalCode}`, nameOf(country)]
  return lines.filter(line => line?.trim()) as string[]
}
