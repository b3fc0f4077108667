import type { ReactNode } from 'react'
import { ROLE_NAMES } from '#kernel/rights.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { fieldName, valueSaid } from '#kernel/values/words/field-name.ts'
import { ListBody } from '#ui/list-body.tsx'
import type { AuditLogRow } from '../contract.ts'
import { useAuditLog } from './audit-log-client.ts'

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

type AuditLogItemProps = {
  record: AuditLogRow
  /** The subject, where the page does not show it. */
  about?: ReactNode
}

/** One audit log row: actor, action and time, each changed field with both values, and the reason. */
function AuditLogItem({ record: { at, actor, action, before, after, reason }, about }: AuditLogItemProps) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(isForUsers)
  return (
    <li className="flex flex-col gap-1.5 py-3 text-sm">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 break-words">
          <span className="font-semibold">{whoIs(actor)}</span> {action} {about}
        </span>
        <time dateTime={at} className="text-muted tabular-nums">
          {formatMoment(new Date(at))}
        </time>
      </span>
      {fields.length > 0 && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1">
          {fields.map(name => (
            <div key={name} className="contents">
              <dt className="text-muted">{fieldName(name)}</dt>
              <dd className="min-w-0 break-words">
                {before && <Value of={before[name]} was={after !== null} />}
                {before && after && ' → '}
                {after && <Value of={after[name]} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {reason && <span className="break-words border-line-strong border-l-2 pl-3 text-muted">{reason}</span>}
    </li>
  )
}

/** An id adds nothing beside the subject's name. */
const isForUsers = (field: string) => !field.endsWith('Id')

function whoIs(actor: AuditLogRow['actor']): string {
  if (!actor) return 'The shop'
  const name = actor.name ?? 'A former member of staff'
  return actor.role ? `${name} (${ROLE_NAMES[actor.role].toLowerCase()})` : name
}

const Value = ({ of, was }: { of: unknown; was?: boolean }) =>
  was ? <del className="text-muted decoration-line-strong">{valueSaid(of)}</del> : <span>{valueSaid(of)}</span>
