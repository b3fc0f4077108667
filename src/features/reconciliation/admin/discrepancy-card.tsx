import type { ReactNode } from 'react'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import type { Discrepancy } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'

type Props = { discrepancy: Discrepancy; onResolve: (discrepancy: Discrepancy) => void }

/** One discrepancy: meaning, both sides, the user concerned, and the resolution. */
export function DiscrepancyCard({ discrepancy, onResolve }: Props) {
  const { kind, ours, theirs, difference, orderId, reference, email, providerId, resolvedAt, resolvedBy, note } =
    discrepancy
  const { title, meaning } = DISCREPANCY_TEXTS[kind]
  return (
    <li className="flex flex-col gap-3 rounded-sm border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h4 className="font-semibold text-base">{title}</h4>
        {difference !== null && difference !== 0 && (
          <Badge tone="warning">{`${difference < 0 ? '−' : '+'}${formatMoney(toCents(Math.abs(difference)))}`}</Badge>
        )}
        {resolvedAt && (
          <Badge tone="success">{resolvedBy === 'staff' ? 'Resolved by staff' : 'Resolved by itself'}</Badge>
        )}
        <span className="text-muted text-sm sm:ml-auto">{seenText(discrepancy)}</span>
      </div>
      <p className="text-muted text-sm">{meaning}</p>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
        <DiscrepancyFact name="Our books">{ours}</DiscrepancyFact>
        <DiscrepancyFact name="The provider">{theirs}</DiscrepancyFact>
        <DiscrepancyFact name="About">
          {orderId ? <TextLink to={`/admin?tab=orders&order=${orderId}`}>{reference ?? 'Order'}</TextLink> : null}{' '}
          {email}
          {!orderId && !email && 'Nobody we know'}
        </DiscrepancyFact>
        <DiscrepancyFact name="At the provider">{providerId ?? 'Nothing'}</DiscrepancyFact>
      </dl>
      {note && <p className="border-line border-t pt-3 text-sm">Note: {note}</p>}
      {!resolvedAt && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => onResolve(discrepancy)}>
          Resolve with a note
        </Button>
      )}
    </li>
  )
}

const seenText = ({ firstSeenAt, resolvedAt }: Discrepancy) =>
  resolvedAt ? `Resolved ${formatMoment(new Date(resolvedAt))}` : `Since ${formatMoment(new Date(firstSeenAt))}`

/** A labelled fact of a discrepancy. */
export const DiscrepancyFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="label-sm text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
