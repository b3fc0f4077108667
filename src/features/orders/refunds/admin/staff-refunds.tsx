import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { orderDone, orderUnsure, type StaffView, staffClient } from '../../history/admin/staff-client.ts'
import { REFUND_WORDS } from '../../history/web/order-refunds.tsx'

type StaffRefund = StaffView['refunds'][number]

const SPENT: Record<StaffRefund['spentCredits'], string> = {
  balance: 'credits: what was left of the balance',
  entries: 'credits: balance, then open entries',
  keep: 'credits kept',
}

/** The refunds of an order for staff: who requested each, the reason, and the provider's status. */
export function StaffRefunds({ refunds, orderId }: { refunds: readonly StaffRefund[]; orderId: string }) {
  const mayRefund = useRight('orders.refund')
  return (
    <ul className="flex flex-col divide-y divide-line">
      {refunds.map(refund => (
        <li key={refund.id} className="flex flex-col gap-1 py-4 text-sm first:pt-0">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="figure font-semibold text-lg">{formatMoney(toCents(refund.amount))}</span>
            <Badge tone={REFUND_WORDS[refund.status].tone}>{REFUND_WORDS[refund.status].word}</Badge>
            <span className="text-muted">{formatMoment(new Date(refund.date))}</span>
          </p>
          <p className="wrap-anywhere">{refund.reason}</p>
          {refund.lines.map(line => (
            <p key={line.position} className="wrap-anywhere">
              {line.quantity} × {line.name}, {formatMoney(toCents(line.amount))}
            </p>
          ))}
          <p className="text-muted wrap-anywhere">{factsOf(refund).join(' · ')}</p>
          {mayRefund && refund.status === 'failed' && <Retry id={refund.id} orderId={orderId} />}
        </li>
      ))}
    </ul>
  )
}

function factsOf({ origin, actor, spentCredits, credits, attempt, providerId }: StaffRefund): string[] {
  const taken = TIERS.filter(tier => credits[tier] > 0).map(tier => `${credits[tier]} ${tier}`)
  return [
    origin === 'provider' ? 'made at the payment provider' : `by ${actor ?? 'staff'}`,
    SPENT[spentCredits],
    taken.length > 0 ? `taken back: ${taken.join(', ')}` : '',
    attempt > 1 ? `attempt ${attempt}` : '',
    providerId ?? '',
  ].filter(Boolean)
}

function Retry({ id, orderId }: { id: string; orderId: string }) {
  const retry = useMutation({
    mutationFn: () => call(staffClient().admin.refunds[':id'].retry.$post({ param: { id } })),
    async onSuccess(order) {
      await orderDone(order)
      toast.success('The provider is asked again')
    },
    onError: () => void orderUnsure(orderId),
  })
  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <Button variant="secondary" size="sm" busy={retry.isPending} busyText="Asking..." onClick={() => retry.mutate()}>
        Try again
      </Button>
      <FormError>{retry.error?.message}</FormError>
    </div>
  )
}
