import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/day-field.tsx'
import { isoOf, localOf } from '#ui/local-moment.ts'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { fieldName, SUBJECTS } from './change-words.ts'
import type { ChangeRecord } from './contract.ts'
import { NoRecords, RecordList } from './record-list.tsx'

const FIELDS = ['type', 'id', 'actor', 'q', 'from', 'to'] as const
type Field = (typeof FIELDS)[number]

const KINDS = [
  { value: '', label: 'Everything' },
  ...Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
]

/** `/admin?tab=records`: who changed what, searched by kind, words and days; a click keeps to one person or one thing. */
export function AdminRecordsTab() {
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
        <Day label="From" value={chosen.from} onChange={from => narrow({ from })} />
        <Day label="To" isEnd value={chosen.to} onChange={to => narrow({ to })} />
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
      <RecordList
        query={chosen}
        about={record => <About record={record} onNarrow={narrow} />}
        empty={<NoRecords isNarrowed={Object.keys(chosen).length > 0} />}
      />
    </div>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (at: string) => void; isEnd?: boolean }

/** A day in the reader's zone, which stands in the address as the moment it begins or ends. */
function Day({ label, value, onChange, isEnd = false }: DayProps) {
  return (
    <DayField
      label={label}
      className="w-40"
      value={value ? localOf(new Date(value)).slice(0, 10) : ''}
      onChange={day => onChange(day && isoOf(`${day}T${isEnd ? '23:59:59.999' : '00:00:00'}`))}
    />
  )
}

type AboutProps = { record: ChangeRecord; onNarrow: (changed: Partial<Record<Field, string>>) => void }

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
