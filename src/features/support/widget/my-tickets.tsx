import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Badge, type BadgeTone } from '#ui/data/badge.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ListBody } from '#ui/list-body.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useList } from '#ui/use-list.ts'
import { type ShownTicket, supportClient } from '../support-client.ts'
import { WriteMore } from './write-more.tsx'

const PAGE = '10'
const STATUS: Record<ShownTicket['status'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'signal' },
  'in-progress': { label: 'In progress', tone: 'ranger' },
  closed: { label: 'Closed', tone: 'neutral' },
  new: { label: 'New', tone: 'signal' },
  reviewed: { label: 'Reviewed', tone: 'ranger' },
}

/** The user's tickets, newest first, with their status. */
export function MyTickets() {
  const list = useList({
    queryKey: ['my', 'tickets'],
    fetchPage: next => call(supportClient.my.tickets.$get({ query: { limit: PAGE, ...next } })),
    rowsOf: page => page.tickets,
  })
  const empty = (
    <EmptyState icon="mail" title="Nothing written yet">
      What you submit is kept here, with its state.
    </EmptyState>
  )
  return (
    <ListBody list={list} loading={6} empty={empty} nouns={['request', 'requests']}>
      {tickets => (
        <ul className="divide-y divide-line border-line border-y">
          {tickets.map(ticket => (
            <Ticket key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
    </ListBody>
  )
}

function Ticket({ ticket }: { ticket: ShownTicket }) {
  const { label, tone } = STATUS[ticket.status]
  return (
    <li className="py-4">
      <details className="group">
        <summary className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <Icon name="chevron-down" className="mt-0.75 text-muted group-open:rotate-180" />
          <span className="min-w-0 flex-1 basis-48 font-semibold">{ticket.subject}</span>
          <Badge tone={tone}>{label}</Badge>
          <span className="w-full pl-8 text-muted text-sm">
            {ticket.type === 'support' ? `Support, ${ticket.priority} priority` : 'General inquiry'} ·{' '}
            <time dateTime={ticket.createdAt}>{formatMoment(new Date(ticket.createdAt))}</time>
          </span>
        </summary>
        <div className="mt-3 ml-8 flex flex-col gap-4">
          <Words>{ticket.message}</Words>
          {ticket.conversation.map(({ id, from, message, createdAt }) => (
            <div key={id}>
              <p className="mb-1 flex flex-wrap justify-between gap-x-4 text-muted text-sm">
                <span className="font-semibold">{from === 'us' ? 'Redoubt' : 'You'}</span>
                <time dateTime={createdAt}>{formatMoment(new Date(createdAt))}</time>
              </p>
              <Words>{message}</Words>
            </div>
          ))}
          <WriteMore ticket={ticket} />
        </div>
      </details>
    </li>
  )
}

const Words = ({ children }: { children: string }) => (
  <p className="whitespace-pre-wrap border-line border-l-2 pl-4 text-sm wrap-anywhere">{children}</p>
)
