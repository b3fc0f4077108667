import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { lazy } from '#ui/lazy.tsx'
import { defineFilters } from '#ui/staff-kit/define-filters.ts'
import { ListPage, ListRows } from '#ui/staff-kit/list-page.tsx'
import { RowTable } from '#ui/staff-kit/row-table.tsx'
import { ANNOUNCEMENTS, type ShownAnnouncement, storefrontClient } from '../storefront-client.ts'

const AnnouncementEditor = lazy(async () => (await import('./announcement-editor.tsx')).AnnouncementEditor)

const FILTERS = defineFilters({})

const STATES = {
  scheduled: { tone: 'neutral', words: 'Scheduled' },
  shown: { tone: 'success', words: 'Shown now' },
  covered: { tone: 'warning', words: 'Behind a later one' },
  over: { tone: 'neutral', words: 'Over' },
} as const

/** `/admin?tab=pages&part=announcements`: the bars above the header, the last to begin first. */
export const AnnouncementsPart = () => (
  <ListPage
    filters={FILTERS}
    editor={{ right: 'pages.change', newLabel: 'New announcement', Editor: AnnouncementEditor }}
  >
    {({ edit, ...list }) => (
      <ListRows
        {...list}
        name={ANNOUNCEMENTS}
        parts={['pages']}
        nouns={['announcement', 'announcements']}
        fetchPage={query => call(storefrontClient.announcements.$get({ query }))}
        rowsOf={page => page.announcements}
        empty={
          <EmptyState title="No announcements yet" icon="bell">
            A line above every page from one moment to another: a holiday, a delay, a new giveaway.
          </EmptyState>
        }
      >
        {announcements => <AnnouncementTable announcements={announcements} onEdit={edit} />}
      </ListRows>
    )}
  </ListPage>
)

type TableProps = {
  announcements: readonly ShownAnnouncement[]
  onEdit: ((announcement: ShownAnnouncement) => void) | undefined
}

const AnnouncementTable = ({ announcements, onEdit }: TableProps) => (
  <RowTable
    caption="Announcements"
    rows={announcements}
    keyOf={({ id }) => id}
    nameOf={({ text }) => text}
    onEdit={onEdit}
    columns={[
      {
        head: 'Announcement',
        cell: ({ text, href }) => (
          <>
            <span className="wrap-anywhere block font-semibold">{text}</span>
            <span className="wrap-anywhere text-muted text-sm">{href}</span>
          </>
        ),
      },
      {
        head: 'State',
        cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>,
      },
      {
        head: 'Time',
        cell: ({ beginsAt, endsAt }) => (
          <>
            <span className="block">{formatMoment(new Date(beginsAt))}</span>
            <span className="block text-muted">to {formatMoment(new Date(endsAt))}</span>
          </>
        ),
        className: 'max-sm:hidden',
      },
    ]}
  />
)
