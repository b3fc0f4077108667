import { SectionHeading } from '#ui/layout/section-heading.tsx'
import { shipByWords } from '../../../fulfilment/web/parcel-progress.tsx'
import { OwnAddress, useOwnAddress, WaitsForAddress } from '../../../order/address/web/own-address.tsx'
import { OrderLines } from '../../../order/web/order-lines.tsx'
import type { ShownOrder } from '../../../order/web/orders-client.ts'
import { PriceParts } from '../../../order/web/price-parts.tsx'

/** What was bought and paid, line by line as on the receipt, and for goods where they go, and when. */
export function Bought({ order }: { order: ShownOrder }) {
  return (
    <div className="grid gap-x-12 gap-y-10 pb-14 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <section aria-labelledby="bought">
        <SectionHeading id="bought">What you bought</SectionHeading>
        <OrderLines lines={order.lines} />
      </section>
      <div className="flex min-w-0 flex-col gap-10">
        <section aria-labelledby="paid">
          <SectionHeading id="paid">What you paid</SectionHeading>
          <PriceParts
            price={order}
            per={order.interval ? `/ ${order.interval}` : undefined}
            refunded={order.refunded}
            codes={order.codes}
          />
        </section>
        {order.mode === 'payment' && <GoesTo order={order} />}
      </div>
    </div>
  )
}

/** The buyer can correct the address at once. */
function GoesTo({ order }: { order: ShownOrder }) {
  const address = useOwnAddress(order)
  const leaves = shipByWords(order)
  return (
    <section aria-labelledby="goes-to">
      <SectionHeading id="goes-to">{leaves ? 'Where it goes, and when' : 'Where it goes'}</SectionHeading>
      <WaitsForAddress order={order} onChange={address.open} />
      <OwnAddress order={order} onChange={address.open} />
      {leaves && <p className="mt-3 font-semibold">{leaves}</p>}
      <p className="mt-3 text-muted text-sm">
        We send you an e-mail with the tracking number when the parcel leaves. Until we pack it, the address can be
        corrected.
      </p>
      {address.dialog}
    </section>
  )
}
