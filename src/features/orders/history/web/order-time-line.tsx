import type { ReactNode } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import type { ShownOrder } from '../../order/web/orders-client.ts'
import { TrackingLink } from '../../order/web/tracking-link.tsx'

type Event = ShownOrder['events'][number]
/** An event as staff see it, with actor and note. */
type ToldEvent = Event & { note?: string | null; actor?: string | null }

const TOLD: Record<Event['kind'], { words: string; icon: IconName }> = {
  placed: { words: 'Order placed', icon: 'cart' },
  paid: { words: 'Payment received, credits issued', icon: 'check' },
  expired: { words: 'The time to pay ran out', icon: 'clock' },
  cancelled: { words: 'Order cancelled', icon: 'close' },
  failed: { words: 'The payment page did not open', icon: 'warning' },
  on_hold: { words: 'The payment is held for checking', icon: 'info' },
  backordered: { words: 'Some items are sent later', icon: 'clock' },
  packed: { words: 'Packed', icon: 'box' },
  unpacked: { words: 'Unpacked again', icon: 'undo' },
  shipped: { words: 'Shipped', icon: 'truck' },
  tracking: { words: 'Tracking corrected', icon: 'truck' },
  delivered: { words: 'Delivered', icon: 'home' },
  refunded: { words: 'Refund issued', icon: 'undo' },
  refund_failed: { words: 'The bank refused a refund', icon: 'warning' },
  disputed: { words: 'Payment disputed at the bank', icon: 'warning' },
  dispute_answered: { words: 'Dispute answered', icon: 'info' },
  dispute_won: { words: 'Dispute closed, the payment stands', icon: 'check' },
  dispute_lost: { words: 'Dispute lost, the bank took the payment back', icon: 'undo' },
  address: { words: 'Shipping address saved', icon: 'home' },
  note: { words: 'Note', icon: 'edit' },
}

/** The order's time line, oldest event first. */
export function OrderTimeLine({ events }: { events: readonly ToldEvent[] }) {
  return (
    <ol className="flex flex-col">
      {events.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a time line only grows at its end, and two things may happen at once.
        <li key={at} className="relative flex gap-4 pb-5 last:pb-0">
          <span className="flex size-9 shrink-0 items-center justify-center rounded-sm border border-line-strong bg-surface">
            <Icon name={TOLD[event.kind].icon} size={16} />
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{wordsOf(event)}</p>
            <Detail event={event} />
            <p className="text-muted text-sm">
              <time dateTime={event.at}>{formatMoment(new Date(event.at))}</time>
              {event.actor && <span className="wrap-anywhere"> · {event.actor}</span>}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function wordsOf({ kind, detail }: ToldEvent): string {
  const { words } = TOLD[kind]
  return detail.amount === undefined ? words : `${words}: ${formatMoney(toCents(detail.amount))}`
}

function Detail({ event: { detail, note } }: { event: ToldEvent }) {
  const credits = TIERS.filter(tier => (detail.credits?.[tier] ?? 0) > 0)
  const parts: ReactNode[] = []
  if (detail.carrier) {
    parts.push(
      <TrackingLink carrier={detail.carrier} trackingNumber={detail.trackingNumber} url={detail.trackingUrl} />,
    )
  }
  if (detail.state) parts.push(`In ${detail.state}`)
  if (credits.length > 0) parts.push(`${creditsIn(credits, detail.credits ?? {})} taken back`)
  if (detail.entriesRemoved)
    parts.push(`${detail.entriesRemoved} ${detail.entriesRemoved === 1 ? 'entry' : 'entries'} removed`)
  if (note) parts.push(<span className="whitespace-pre-wrap wrap-anywhere">{note}</span>)
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name.
    <p key={at} className="text-sm">
      {part}
    </p>
  ))
}

const creditsIn = (tiers: readonly Tier[], amounts: Partial<Record<Tier, number>>) =>
  tiers.map(tier => `${amounts[tier]} ${tier}`).join(', ')
