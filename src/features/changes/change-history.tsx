import { useId } from 'react'
import type { SubjectType } from '#adapters/change-record.server.ts'
import { useRight } from '#platform/client/rights.ts'
import { RecordList } from './record-list.tsx'

/** The audit log of one subject, for its page; empty for a role that may not read the log. */
export function ChangeHistory({ type, id }: { type: SubjectType; id: string }) {
  const isShown = useRight('records.read')
  const heading = useId()
  if (!isShown) return null
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="label mb-2 border-line border-b pb-2 text-muted">
        Record of changes
      </h3>
      <RecordList
        query={{ type, id, limit: '10' }}
        empty={<p className="text-muted text-sm">Nothing was changed yet.</p>}
      />
    </section>
  )
}
