import { useId } from 'react'
import type { SubjectType } from '#kernel/audit-subjects.ts'
import { useRight } from '#kernel/client/rights.ts'
import { AuditLogList } from './audit-log-list.tsx'

/** The audit log of one subject, for its page; empty for a role that may not read the log. */
export function AuditHistory({ type, id }: { type: SubjectType; id: string }) {
  const isShown = useRight('records.read')
  const heading = useId()
  if (!isShown) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="label mb-2 border-line border-b pb-2 text-muted">
        Audit log
      </h3>
      <AuditLogList
        query={{ type, id, limit: '10' }}
        empty={<p className="text-muted text-sm">Nothing was changed yet.</p>}
      />
    </section>
  )
}
