import { z } from 'zod'
import { call } from '#kernel/client/calls/call.ts'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { defineFilters, searchWords } from '#ui/staff-kit/define-filters.ts'
import { ListPage, ListRows } from '#ui/staff-kit/list-page.tsx'
import { RowTable } from '#ui/staff-kit/row-table.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { OWN_PAGES, ownPagesClient, type ShownPage } from './own-pages-client.ts'

const OwnPageEditor = lazy(async () => (await import('./own-page-editor.tsx')).OwnPageEditor)

const FILTERS = defineFilters({ q: searchWords(100), state: z.enum(['published', 'draft']) })
const STATES = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
]

/** `/admin?tab=pages`: the pages that staff write, newest first. */
export const OwnPagesTab = () => (
  <ListPage
    filters={FILTERS}
    search={({ input }) => (
      <SearchField label="Search by title or address" className="w-full sm:w-72" maxLength={100} {...input('q')} />
    )}
    bar={({ select }) => <SelectField label="Show" className="w-full sm:w-52" options={STATES} {...select('state')} />}
    editor={{ right: 'pages.change', newLabel: 'New page', Editor: OwnPageEditor }}
  >
    {({ edit, ...list }) => (
      <ListRows
        {...list}
        name={OWN_PAGES}
        parts={['pages']}
        nouns={['page', 'pages']}
        fetchPage={query => call(ownPagesClient.$get({ query }))}
        rowsOf={page => page.pages}
        empty={
          <EmptyState title="No pages yet" icon="edit">
            Write what shoppers ask about: who you are, how sizes fall, how to reach you.
          </EmptyState>
        }
      >
        {pages => <PageTable pages={pages} onEdit={edit} />}
      </ListRows>
    )}
  </ListPage>
)

type PageTableProps = { pages: readonly ShownPage[]; onEdit: ((page: ShownPage) => void) | undefined }

const PageTable = ({ pages, onEdit }: PageTableProps) => (
  <RowTable
    caption="Pages"
    rows={pages}
    keyOf={({ id }) => id}
    nameOf={({ title }) => title}
    onEdit={onEdit}
    columns={[
      {
        head: 'Page',
        cell: page => (
          <>
            <span className="block font-semibold wrap-anywhere">{page.title}</span>
            <PageAddress page={page} />
          </>
        ),
      },
      {
        head: 'State',
        cell: ({ isDraft }) => <Badge tone={isDraft ? 'neutral' : 'success'}>{isDraft ? 'Draft' : 'Published'}</Badge>,
      },
      { head: 'Changed', cell: ({ updatedAt }) => <TimeAgo at={updatedAt} />, className: 'max-sm:hidden' },
    ]}
  />
)

/** A draft has no public page to open. */
function PageAddress({ page: { slug, isDraft } }: { page: ShownPage }) {
  const path = `/pages/${slug}`
  if (isDraft) return <span className="text-muted text-sm wrap-anywhere">{path}</span>
  return (
    <TextLink to={path} className="text-sm wrap-anywhere">
      {path}
    </TextLink>
  )
}
