import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/day-field.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { AuditLogList, NoAuditLog } from './audit-log-list.tsx'
import { fieldName, SUBJECTS } from './change-words.ts'
import type { AuditLogRow } from './contract.ts'

const FIELDS = ['type', 'id', 'actor', 'q', 'from', 'to'] as const
type Field = (typeof FIELDS)[number]

const KINDS = [
  { value: '', label: 'Everything' },
  ...Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
]

/** `/admin?tab=records`: the audit log, searched by kind, words and days; a click narrows to one person or one subject. */
export function AuditLogTab() {
  const [params, setParams] = useSearchParams()
  const chosen = Object.fromEntries(FIELDS.flatMap(name => (params.get(name) ? [[name, params.get(name)!]] : [])))

  const narrow = useCallback(
    (changed: Partial<Record<Field, string>>) =>
      setParams(
        now => {
          for (const [name, value] of Object.entries(changed)) value ? now.set(name, value) : now.delete(name)
          return now
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  const search = useCallback((q: string) => narrow({ q: q.trim() }), [narrow])

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="About"
          className="w-full sm:w-44"
          options={KINDS}
          value={chosen.type ?? ''}
          onChange={({ target }) => narrow({ type: target.value, id: '' })}
        />
        <SearchField
          label="Search by name or reason"
          className="w-full sm:w-72"
          maxLength={100}
          value={chosen.q ?? ''}
          onChange={search}
        />
        <DayField
          label="From"
          className="w-40"
          value={chosen.from ?? ''}
          max={chosen.to}
          onChange={from => narrow({ from })}
        />
        <DayField
          label="To"
          className="w-40"
          value={chosen.to ?? ''}
          min={chosen.from}
          onChange={to => narrow({ to })}
        />
        {Object.keys(chosen).length > 0 && (
          <Button
            variant="quiet"
            icon="close"
            onClick={() => narrow(Object.fromEntries(FIELDS.map(name => [name, ''])))}
          >
            Clear filters
          </Button>
        )}
      </div>
      <AuditLogList
        query={chosen}
        about={record => <About record={record} onNarrow={narrow} />}
        empty={<NoAuditLog isNarrowed={Object.keys(chosen).length > 0} />}
      />
    </div>
  )
}

type AboutProps = { record: AuditLogRow; onNarrow: (changed: Partial<Record<Field, string>>) => void }

function About({ record: { subject, actor }, onNarrow }: AboutProps) {
  const kind = SUBJECTS[subject.type] ?? fieldName(subject.type)
  return (
    <>
      <span aria-hidden="true">· </span>
      {kind} <span className="font-semibold">{subject.label || subject.id}</span>
      <span className="ml-2 inline-flex flex-wrap gap-1">
        <Button variant="quiet" size="sm" onClick={() => onNarrow({ type: subject.type, id: subject.id })}>
          Only this
        </Button>
        {actor && (
          <Button variant="quiet" size="sm" onClick={() => onNarrow({ actor: actor.id })}>
            Only by {actor.name ?? 'them'}
          </Button>
        )}
      </span>
    </>
  )
}
