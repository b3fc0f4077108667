import { z } from 'zod'
import { SUBJECTS, type SubjectType } from '#kernel/audit-subjects.ts'
import { fieldName } from '#kernel/values/words/field-name.ts'
import { Button } from '#ui/buttons/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { DayField } from '#ui/forms/day-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { dayFilter, defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import { ListPage } from '#ui/staff-kit/list-page.tsx'
import type { AuditLogRow } from '../contract.ts'
import { AuditLogList } from './audit-log-list.tsx'

const FILTERS = defineFilters({
  type: z.string(),
  id: z.string(),
  actor: z.string(),
  q: searchWords(100),
  from: dayFilter,
  to: dayFilter,
})

const KINDS = [
  { value: '', label: 'Everything' },
  ...Object.entries(SUBJECTS).map(([value, { label }]) => ({ value, label })),
]

/** `/admin?tab=records`: the audit log, searched by kind, words and days; a click narrows to one person or one subject. */
export const AuditLogTab = () => (
  <ListPage
    filters={FILTERS}
    search={({ input }) => (
      <SearchField label="Search by name or reason" className="w-full sm:w-72" maxLength={100} {...input('q')} />
    )}
    bar={({ input }, { filters, change, isFiltered, clear }) => (
      <>
        <SelectField
          label="About"
          className="w-full sm:w-44"
          options={KINDS}
          value={filters.type}
          onChange={({ target }) => change({ type: target.value, id: '' })}
        />
        <DayField label="From" className="w-40" max={filters.to} {...input('from')} />
        <DayField label="To" className="w-40" min={filters.from} {...input('to')} />
        {isFiltered && (
          <Button variant="quiet" icon="close" onClick={clear}>
            Clear filters
          </Button>
        )}
      </>
    )}
  >
    {({ query, change, isFiltered }) => (
      <AuditLogList
        query={query}
        about={record => <About record={record} onNarrow={change} />}
        empty={
          <EmptyState
            icon={isFiltered ? 'search' : 'clock'}
            title={isFiltered ? 'No records match' : 'Nothing was changed yet'}
          />
        }
      />
    )}
  </ListPage>
)

type AboutProps = { record: AuditLogRow; onNarrow: (changed: { type?: string; id?: string; actor?: string }) => void }

function About({ record: { subject, actor }, onNarrow }: AboutProps) {
  const kind = SUBJECTS[subject.type as SubjectType]?.label ?? fieldName(subject.type)
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
