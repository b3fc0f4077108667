import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Balance } from '../contract.ts'
import type { useBalance } from './revenue-client.ts'

const money = (dollars: number) => formatMoney(toCents(dollars))

/** Possible causes in words. Ours is the orders' side, theirs the payment provider's. */
const CAUSES: Record<Balance['causes'][number]['kind'], string> = {
  charge_unknown: 'A payment that belongs to no order',
  charge_unsettled: 'A payment of an order that is not paid here',
  charge_extra: 'A second payment of one order',
  charge_missing: 'An order that is paid here and not at the provider',
  charge_differs: 'A payment of another amount than its order',
  renewal_unknown: 'A renewal that is not known here',
  refund_unknown: 'A refund that is not known here',
  refund_missing: 'A refund that the provider does not have',
  refund_differs: 'A refund of another amount',
  refund_unsent: 'A refund that has not reached the provider',
  subscription_unknown: 'A subscription that is not known here',
  subscription_missing: 'A subscription that the provider does not have',
  dispute_unbooked: 'A dispute moved money that our books do not have yet',
  dispute_unknown: 'An unknown payment is disputed',
  other_day: 'On another day at the provider than here',
  not_compared: 'Not compared yet',
  second_gateway: 'Through the second gateway, which cannot be compared',
}

/** Says that orders and payments are equal, or by how much and where they differ. */
export function BalanceLine({ balance }: { balance: ReturnType<typeof useBalance> }) {
  const { data, error, isFetching, refetch } = balance
  if (error) {
    return (
      <div role="alert">
        <Notice kind="warning" title="The balance could not be loaded">
          {error.message}{' '}
          <button
            type="button"
            disabled={isFetching}
            className="text-signal underline underline-offset-4"
            onClick={() => void refetch()}
          >
            Try again
          </button>
        </Notice>
      </div>
    )
  }
  if (!data) return null
  return data.isEqual ? <Equal balance={data} /> : <Apart balance={data} />
}

function Equal({ balance: { orders, refunds, comparedAt } }: { balance: Balance }) {
  return (
    <div className="flex gap-3 rounded-sm border border-line border-l-3 border-l-success bg-surface px-4 py-3 text-sm">
      <Icon name="check" className="mt-px shrink-0 text-success" />
      <p>
        Orders and payments are equal: <span className="tabular-nums">{money(orders)}</span> paid by card and{' '}
        <span className="tabular-nums">{money(refunds.orders)}</span> refunded, here and at the payment provider.
        Refunds that the bank refused do not count here, because no money moved. <ComparedAt at={comparedAt} />
      </p>
    </div>
  )
}

function Apart({ balance }: { balance: Balance }) {
  const { causes, comparedAt } = balance
  return (
    <Notice kind="warning" title="Orders and payments are not equal">
      <ul className="mt-1">
        <Sides what="Paid" sides={balance} />
        <Sides what="Refunded" sides={balance.refunds} />
        <Sides what="Charged back" sides={balance.disputes} />
      </ul>
      {causes.length > 0 && (
        <ul aria-label="Where" className="mt-2 divide-y divide-line border-line border-t">
          {causes.map((cause, at) => (
            // A cause has no name of its own, and two may be alike.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity
            <li key={at} className="flex flex-wrap justify-between gap-x-4 py-1.5">
              <span>
                {CAUSES[cause.kind]}
                {cause.providerId && <span className="text-muted"> · {cause.providerId}</span>}
                {cause.orderId && (
                  <>
                    {' · '}
                    <TextLink to={`/admin?tab=orders&order=${cause.orderId}`}>Open the order</TextLink>
                  </>
                )}
              </span>
              <span className="tabular-nums">{money(cause.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-muted">
        <ComparedAt at={comparedAt} />
      </p>
    </Notice>
  )
}

function Sides({ what, sides }: { what: string; sides: Balance['refunds'] }) {
  if (sides.difference === 0) return null
  return (
    <li>
      {what}: {money(sides.orders)} here, {money(sides.payments)} at the payment provider, a difference of{' '}
      <strong>{money(sides.difference)}</strong>
    </li>
  )
}

const ComparedAt = ({ at }: { at: string | null }) => (
  <span className="text-muted">
    {at ? `Compared on ${formatMoment(new Date(at))}.` : 'Not compared one by one yet.'}
  </span>
)
