import { useId } from 'react'
import type { SubjectType } from '#adapters/change-record.server.ts'
import { useRight } from '#platform/client/rights.ts'
import { RecordList } from './record-list.tsx'

/** Who of the staff did what with one thing, for that thing's page; nothing for whoever may not read the record. */
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
