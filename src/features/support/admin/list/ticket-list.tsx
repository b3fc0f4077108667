import { call } from '#kernel/client/calls/call.ts'
import { classNames } from '#ui/class-names.ts'
import { Badge } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ListBody, NoMatch } from '#ui/list-body.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { useList } from '#ui/use-list.ts'
import type { TicketType } from '../../rules.ts'
import { DESK, deskClient, KINDS, type ShownRow } from '../desk-client.ts'
import { DueMark, StatusBadge } from '../ticket-words.tsx'

type Props = {
  type: TicketType
  query: Record<string, string>
  isFiltered: boolean
  /** The id of the open ticket. */
  open: string | null
  linkTo: (id: string) => string
  onClear: () => void
}

/** The tickets or inquiries that match the filters. */
export function TicketList({ type, query, isFiltered, open, linkTo, onClear }: Props) {
  const { nouns, noun, notLoaded } = KINDS[type]
  const list = useList({
    queryKey: [DESK, 'list', type, query],
    fetchPage: next => ticketPage(type, { ...query, ...next }),
    rowsOf: page => page.rows,
  })
  return (
    <ListBody
      list={list}
      failed={notLoaded}
      loading={<SkeletonText lines={14} className="py-4" />}
      empty={
        isFiltered ? (
          <NoMatch title={`No ${nouns} match`} onClear={onClear} />
        ) : (
          <EmptyState icon="check" title={`No ${nouns} wait`} />
        )
      }
      nouns={[noun, nouns]}
    >
      {rows => (
        <ul
          data-own-row-keys
          aria-label={type === 'support' ? 'Support tickets' : 'General inquiries'}
          className="border-line border-t"
        >
          {rows.map(row => (
            <TicketRow key={row.id} row={row} to={linkTo(row.id)} isOpen={row.id === open} />
          ))}
        </ul>
      )}
    </ListBody>
  )
}

const TicketRow = ({ row, to, isOpen }: { row: ShownRow; to: string; isOpen: boolean }) => (
  <li className="border-line border-b">
    <Link
      to={to}
      preventScrollReset
      data-ticket-row
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'flex flex-col gap-1.5 border-l-3 px-3 py-3 transition-colors hover:bg-raised focus-visible:-outline-offset-2',
        isOpen ? 'border-l-signal bg-raised' : 'border-l-transparent',
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-semibold wrap-anywhere">{row.subject}</span>
        <StatusBadge status={row.status} />
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
        <span className="max-w-full truncate">{row.userName}</span>
        {row.priority === 'high' && <Badge icon="chevron-up">High</Badge>}
        {row.isMember && <Badge icon="star">Premium</Badge>}
        <TimeAgo at={row.createdAt} className="text-muted" />
        <DueMark at={row.answerDueAt} />
        <span className="text-muted">{row.assignedToName ? `For ${row.assignedToName}` : 'Unassigned'}</span>
      </span>
    </Link>
  </li>
)

async function ticketPage(
  type: TicketType,
  query: Record<string, string>,
): Promise<{ rows: ShownRow[]; nextCursor: string | null }> {
  if (type === 'support') {
    const { tickets, nextCursor } = await call(deskClient.tickets.$get({ query }))
    return { rows: tickets, nextCursor }
  }
  const { inquiries, nextCursor } = await call(deskClient.inquiries.$get({ query }))
  return { rows: inquiries, nextCursor }
}
