import { formatMoment } from '#kernel/values/format-moment.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Cell, HeadCell, Table } from '#ui/data/table.tsx'
import type { AuditRecord } from '../contract.ts'
import { AuditBadge } from './audit-badge.tsx'

const SOURCES: Record<string, string> = {
  order: 'Order',
  refund: 'Refund',
  membership: 'Monthly benefit',
  admin: 'Staff',
  session: 'Payment page',
}

/** Columns hidden on phones. Their main content stands below the source. */
const WIDE = 'max-md:hidden'

export function AuditTable({ records, caption }: { records: readonly AuditRecord[]; caption: string }) {
  return (
    <Table caption={caption} captionHidden className="max-md:min-w-0!">
      <thead>
        <tr>
          <HeadCell>Status</HeadCell>
          <HeadCell>Source</HeadCell>
          <HeadCell className={WIDE}>Credits</HeadCell>
          <HeadCell className={WIDE}>When</HeadCell>
          <HeadCell className={WIDE}>Happens once under</HeadCell>
        </tr>
      </thead>
      <tbody>
        {records.map(record => (
          <tr key={`${record.status} ${record.id}`} className="hover:bg-raised">
            <Cell className="max-md:align-top">
              <AuditBadge status={record.status} />
              {record.errorMessage && <p className="mt-1 max-w-64 text-muted text-xs">{record.errorMessage}</p>}
            </Cell>
            <Cell>
              {SOURCES[record.sourceType] ?? wordOf(record.sourceType)}
              <span className="block break-all text-muted text-xs md:min-w-60">{record.sourceId}</span>
              <span className="block md:hidden">{creditsText(record.credits)}</span>
              <span className="block text-muted md:hidden">{formatMoment(new Date(record.createdAt))}</span>
            </Cell>
            <Cell className={`${WIDE} whitespace-nowrap`}>{creditsText(record.credits)}</Cell>
            <Cell className={`${WIDE} whitespace-nowrap`}>{formatMoment(new Date(record.createdAt))}</Cell>
            <Cell className={`${WIDE} min-w-60 break-all text-muted text-xs`}>{record.idempotencyKey}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A source without a label of its own is shown as stored. */
const wordOf = (source: string) => source.charAt(0).toUpperCase() + source.slice(1).replaceAll(/[-_]/g, ' ')

/** "2 Silver, 1 Gold"; credits taken back as "−2 Silver". */
export function creditsText(credits: AuditRecord['credits']): string {
  const named = TIERS.filter(tier => credits[tier] !== 0)
  return named.map(tier => `${String(credits[tier]).replace('-', '−')} ${tier}`).join(', ') || 'None'
}
