import type { ShipTo } from '../../contract.ts'
import { addressLinesOf } from '../order-words.ts'

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
