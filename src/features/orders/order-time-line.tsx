import { formatMoment } from '#ui/format-moment.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import type { ShownOrder } from './orders-client.ts'

type Kind = ShownOrder['events'][number]['kind']

const TOLD: Record<Kind, { words: string; icon: IconName }> = {
  placed: { words: 'Order placed', icon: 'cart' },
  paid: { words: 'Payment received, credits issued', icon: 'check' },
  expired: { words: 'The time to pay ran out', icon: 'clock' },
  cancelled: { words: 'Cancelled before payment', icon: 'close' },
  failed: { words: 'The payment page did not open', icon: 'warning' },
  review: { words: 'The payment is being looked at', icon: 'info' },
  backordered: { words: 'Some items are sent later', icon: 'truck' },
}

/** What happened to an order, oldest first. */
export function OrderTimeLine({ events }: { events: ShownOrder['events'] }) {
  return (
    <ol className="flex flex-col">
      {events.map(({ kind, at }) => (
        <li key={`${kind} ${at}`} className="relative flex gap-4 pb-5 last:pb-0">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface">
            <Icon name={TOLD[kind].icon} size={16} />
          </span>
          <span>
            <span className="block font-semibold">{TOLD[kind].words}</span>
            <time dateTime={at} className="text-muted text-sm">
              {formatMoment(new Date(at))}
            </time>
          </span>
        </li>
      ))}
    </ol>
  )
}
