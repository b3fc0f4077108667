import { addressLinesOf, type PostalAddress } from '#kernel/shipping/address-lines.ts'

/** A postal address as printed on a parcel. */
export function AddressLines({ address }: { address: PostalAddress }) {
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
