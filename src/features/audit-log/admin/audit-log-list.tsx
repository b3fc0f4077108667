import type { ReactNode } from 'react'
import { ListBody } from '#ui/list-body.tsx'
import type { AuditLogRow } from '../contract.ts'
import { useAuditLog } from './audit-log-client.ts'
import { AuditLogItem } from './audit-log-item.tsx'

type Props = {
  query: Record<string, string>
  /** The subject of a row, where the page does not show it. */
  about?: (record: AuditLogRow) => ReactNode
  /** Shown when no row matches. */
  empty: ReactNode
}

/** The rows of a query, with loading, error and empty states. */
export function AuditLogList({ query, about, empty }: Props) {
  return (
    <ListBody
      list={useAuditLog(query)}
      failed="Failed to load the record"
      loading={6}
      empty={empty}
      nouns={['record', 'records']}
    >
      {records => (
        <ol className="flex flex-col divide-y divide-line">
          {records.map(record => (
            <AuditLogItem key={record.id} record={record} about={about?.(record)} />
          ))}
        </ol>
      )}
    </ListBody>
  )
}
