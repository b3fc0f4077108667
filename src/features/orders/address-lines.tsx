import type { ShipTo } from './contract.ts'

/** An address as it stands on a parcel. */
export function AddressLines({ address }: { address: ShipTo }) {
  const { name, line1, line2, city, state, postalCode, country } = address
  const lines = [name, line1, line2, `${city}, ${state} ${postalCode}`, country].filter(Boolean)
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
