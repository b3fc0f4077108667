import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { yearlySavingInWords } from '../../rules.ts'
import { membershipClient, type ShownPlanChange, type ShownSubscription } from '../../web/membership-client.ts'
import { changePlan } from './use-subscription-changes.ts'

type Props = { subscription: ShownSubscription; open: boolean; onOpenChange: (open: boolean) => void }

/** Switches to the other plan. Fetches a preview of the charge first; the change then charges exactly the previewed amount. */
export function ChangePlanDialog({ subscription, open, onOpenChange }: Props) {
  const plan = subscription.plan === 'monthly' ? 'yearly' : 'monthly'
  const looked = useQuery({
    queryKey: ['plan-change', plan],
    queryFn: () =>
      call(
        membershipClient.subscriptions[':id']['plan-change'].$get({
          param: { id: subscription.subscriptionId },
          query: { plan },
        }),
      ),
    enabled: open,
    // The amount depends on the moment, so each opening fetches a new preview.
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const change = looked.data
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={plan === 'yearly' ? 'Change to the yearly plan?' : 'Change to the monthly plan?'}
      description={change ? sentenceOf(change, subscription) : 'One moment, calculating the amounts.'}
      confirmLabel={change?.isNow ? `Pay ${money(change.chargedNow)} and change` : 'Change plan'}
      busyLabel="Changing..."
      cancelLabel="Keep my plan"
      onConfirm={async () => {
        if (!change) throw new Error('The amounts are not known yet.')
        try {
          await changePlan(subscription, change)
        } catch (error) {
          // The previewed amount may be out of date.
          await looked.refetch()
          throw error
        }
        onOpenChange(false)
      }}
    >
      {looked.isError ? (
        <FailedState query={looked} />
      ) : change ? (
        <Amounts change={change} />
      ) : (
        <SkeletonText lines={3} />
      )}
    </ConfirmDialog>
  )
}

const money = (dollars: number) => formatMoney(toCents(dollars))

function sentenceOf({ plan, isNow, startDate, total }: ShownPlanChange, now: ShownSubscription): string {
  return isNow
    ? `Your ${plan} plan begins now. The rest of your month is deducted. ${yearlySavingInWords(toCents(now.total), toCents(total))}`
    : `Your paid period runs until ${formatDay(startDate)}. The ${plan} plan begins then; nothing is charged before.`
}

function Amounts({ change }: { change: ShownPlanChange }) {
  const { total, credit, chargedNow, isNow, interval, startDate } = change
  const rows: [string, string][] = isNow
    ? [
        [`A ${interval} of Premium`, money(total)],
        ['Deducted for the rest of your month', `-${money(credit)}`],
        ['Charged now', money(chargedNow)],
      ]
    : [
        ['Charged now', money(0)],
        [`From ${formatDay(startDate)}, each ${interval}`, money(total)],
      ]
  return (
    <dl className="flex flex-col rounded-sm border border-line bg-surface text-sm">
      {rows.map(([label, amount]) => (
        <div key={label} className="flex justify-between gap-4 border-line border-b px-4 py-2.5 last:border-b-0">
          <dt>{label}</dt>
          <dd className={`tabular-nums ${label === 'Charged now' ? 'font-semibold' : ''}`}>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
