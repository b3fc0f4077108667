import { dayInWords } from '#kernel/values/format-moment.ts'
import { type Day, shopDayOf } from '#kernel/values/shop-day.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import type { ShownOrder } from '../../order/web/orders-client.ts'
import { TrackingLink } from '../../order/web/tracking-link.tsx'

const STEPS: readonly { at: ShownOrder['fulfilment']; word: string; icon: IconName }[] = [
  { at: 'unfulfilled', word: 'Paid', icon: 'check' },
  { at: 'packed', word: 'Packed', icon: 'box' },
  { at: 'shipped', word: 'Shipped', icon: 'truck' },
  { at: 'delivered', word: 'Delivered', icon: 'home' },
]

/** The promised day of a parcel that has not left, in words; null without a promise. @param today the shop's day */
export function shipByWords(
  { shipBy, fulfilment }: Pick<ShownOrder, 'shipBy' | 'fulfilment'>,
  today: Day = shopDayOf(new Date()),
): string | null {
  if (!shipBy || (fulfilment !== 'unfulfilled' && fulfilment !== 'packed')) return null
  const day = dayInWords(shipBy, 'weekday')
  return shipBy < today ? `It should have left us by ${day}. We are sorry for the delay.` : `It leaves us by ${day}.`
}

const SENTENCES: Record<ShownOrder['fulfilment'], string> = {
  unfulfilled: 'We are getting your order ready.',
  packed: 'Your parcel is packed and waiting for the carrier.',
  shipped: 'Your parcel is on its way.',
  delivered: 'Your parcel was delivered.',
}

/** Delivery progress of a paid order. Renders nothing when the order has no parcel. */
export function ParcelProgress({ order }: { order: ShownOrder }) {
  const { fulfilment, status, mode, carrier, trackingNumber, trackingUrl } = order
  const isOver =
    status === 'cancelled' || (status === 'refunded' && (fulfilment === 'unfulfilled' || fulfilment === 'packed'))
  if (mode !== 'payment' || order.paymentStatus !== 'paid' || isOver) return null
  const reached = STEPS.findIndex(step => step.at === fulfilment)
  return (
    <section aria-label="Where your parcel is" className="mb-10 border border-line bg-surface p-4 sm:p-6 print:hidden">
      <ol className="grid grid-cols-4 gap-1.5 sm:gap-3">
        {STEPS.map(({ at, word, icon }, step) => (
          <li key={at} aria-current={step === reached ? 'step' : undefined}>
            <span className={classNames('block h-1', step <= reached ? 'bg-signal-fill' : 'bg-line')} />
            <span
              className={classNames(
                'mt-2.5 flex items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-1',
                step > reached && 'text-muted',
              )}
            >
              <Icon name={icon} />
              <span className="label-sm">{word}</span>
              <span className="sr-only">{step < reached ? ', done' : step > reached ? ', to come' : ''}</span>
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
        <span>
          {order.shipTo
            ? [SENTENCES[fulfilment], shipByWords(order)].filter(Boolean).join(' ')
            : 'Your order waits for its shipping address.'}
        </span>
        {carrier && <TrackingLink carrier={carrier} trackingNumber={trackingNumber} url={trackingUrl} />}
      </p>
    </section>
  )
}
