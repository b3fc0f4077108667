import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import type { ShownOrder } from '../../order/web/orders-client.ts'

type Refund = ShownOrder['refunds'][number]

export const REFUND_WORDS: Record<Refund['status'], { word: string; tone: BadgeTone }> = {
  requested: { word: 'On its way', tone: 'warning' },
  pending: { word: 'On its way', tone: 'warning' },
  succeeded: { word: 'Paid back', tone: 'success' },
  failed: { word: 'Refused by the bank', tone: 'danger' },
}

/** Refunds of an order and the credits taken back for each. */
export function OrderRefunds({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {refunds.map(refund => (
        <li key={refund.id} className="py-4 first:pt-0">
          <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <span className="figure font-semibold text-xl">{formatMoney(toCents(refund.amount))}</span>
            <Badge tone={REFUND_WORDS[refund.status].tone}>{REFUND_WORDS[refund.status].word}</Badge>
          </p>
          <p className="text-muted text-sm">{formatMoment(new Date(refund.date))}</p>
          {refund.lines.map(line => (
            <p key={line.position} className="mt-1 text-sm wrap-anywhere">
              {line.quantity} × {line.name}
            </p>
          ))}
          <TakenBack credits={refund.credits} />
          {refund.status === 'failed' && (
            <p className="mt-1 text-sm">We know about it and will try again. You do not need to do anything.</p>
          )}
        </li>
      ))}
    </ul>
  )
}

function TakenBack({ credits }: { credits: Refund['credits'] }) {
  const tiers = TIERS.filter(tier => credits[tier] > 0)
  if (tiers.length === 0) return null
  return (
    <p className="mt-1 text-muted text-sm">
      Credits taken back: {tiers.map(tier => `${credits[tier]} ${tier}`).join(', ')}
    </p>
  )
}
