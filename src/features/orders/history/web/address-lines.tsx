import { addressLinesOf } from '../../checkout/ship-to.ts'
import type { ShipTo } from '../../contract.ts'

/** A postal address as printed on a parcel. */
export function AddressLines({ address }: { address: ShipTo }) {
  return (
    <address className="not-italic">
      {addressLinesOf(address).map(line => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}
