import type { ShipTo } from './contract.ts'

const COUNTRIES = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'code' })
/** What was stored may be a code or already a name. */
const nameOf = (country: string) => (/^[A-Z]{2}$/.test(country) ? COUNTRIES.of(country) : country)

/** An address as it stands on a parcel. */
export function AddressLines({ address }: { address: ShipTo }) {
  const { name, line1, line2, city, state, postalCode, country } = address
  const lines = [name, line1, line2, `${city}, ${state} ${postalCode}`, nameOf(country)].filter(Boolean)
  return (
    <address className="not-italic">
      {lines.map(line => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
