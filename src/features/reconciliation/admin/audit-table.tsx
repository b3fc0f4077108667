import { TIERS } from '#platform/tiers.ts'
import { formatMoment } from '#ui/format-moment.ts'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import type { AuditRecord } from '../contract.ts'
import { AuditBadge } from './audit-badge.tsx'

const SOURCES: Record<string, string> = {
  order: 'Order',
  refund: 'Refund',
  membership: 'Monthly benefit',
  admin: 'Staff',
  session: 'Payment page',
}

/** Audit records as a table; on phones it scrolls sideways by itself. */
export function AuditTable({ records, caption }: { records: readonly AuditRecord[]; caption: string }) {
  return (
    <Table caption={caption} captionHidden>
      <thead>
        <tr>
          <HeadCell>Status</HeadCell>
          <HeadCell>Source</HeadCell>
          <HeadCell>Credits</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>Happens once under</HeadCell>
        </tr>
      </thead>
      <tbody>
        {records.map(record => (
          <tr key={`${record.status} ${record.id}`} className="hover:bg-raised">
            <Cell>
              <AuditBadge status={record.status} />
              {record.errorMessage && <p className="mt-1 max-w-64 text-muted text-xs">{record.errorMessage}</p>}
            </Cell>
            <Cell>
              {SOURCES[record.sourceType] ?? wordOf(record.sourceType)}
              <span className="block min-w-60 break-all text-muted text-xs">{record.sourceId}</span>
            </Cell>
            <Cell className="whitespace-nowrap">{creditsText(record.credits)}</Cell>
            <Cell className="whitespace-nowrap">{formatMoment(new Date(record.createdAt))}</Cell>
            <Cell className="min-w-60 break-all text-muted text-xs">{record.idempotencyKey}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Sources that have no name of their own are said as they are. */
const wordOf = (source: string) => source.charAt(0).toUpperCase() + source.slice(1).replaceAll(/[-_]/g, ' ')

/** "2 Silver, 1 Gold"; taken back, "−2 Silver". */
export function creditsText(credits: AuditRecord['credits']): string {
  const named = TIERS.filter(tier => credits[tier] !== 0)
  return named.map(tier => `${String(credits[tier]).replace('-', '−')} ${tier}`).join(', ') || 'None'
}
