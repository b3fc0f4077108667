import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Badge } from '#ui/data/badge.tsx'
import { AddNote } from '#ui/editing/add-note.tsx'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { ANSWER_LENGTH } from '../../desk/contract.ts'
import { deskChanged, deskClient, KINDS, type ShownThread, threadKey } from '../desk-client.ts'
import { DueMark, PRIORITY_WORDS } from '../ticket-words.tsx'
import { AnswerForm } from './answer-form.tsx'
import { TicketControls } from './ticket-controls.tsx'

type Props = { id: string; back: string; onManageReplies: () => void }

/** One ticket or inquiry with all actions of staff. @param back to the list alone. */
export function TicketPanel({ id, back, onManageReplies }: Props) {
  const query = useQuery({
    queryKey: threadKey(id),
    queryFn: () => call(deskClient.threads[':id'].$get({ param: { id } })),
  })
  return (
    <article aria-label="What is read" className="flex flex-col gap-6 lg:pr-1 lg:pb-6">
      <ButtonLink
        to={back}
        variant="quiet"
        size="sm"
        icon="chevron-left"
        className="self-start lg:hidden"
        preventScrollReset
      >
        Back to the list
      </ButtonLink>
      <QueryBody query={query} failed="Failed to load it" loading={<SkeletonText lines={14} className="py-4" />}>
        {ticket => <Details ticket={ticket} onManageReplies={onManageReplies} />}
      </QueryBody>
    </article>
  )
}

function Details({ ticket, onManageReplies }: { ticket: ShownThread; onManageReplies: () => void }) {
  const mayChange = useRight('tickets.change')
  const heading = useRef<HTMLHeadingElement>(null)
  // On phones the list is replaced, so the focus moves to the heading.
  useEffect(() => {
    const isPhone = matchMedia('(width < 64rem)').matches
    if (isPhone && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <header className="flex flex-col gap-2">
        <h3 ref={heading} tabIndex={-1} className="w-fit text-xl wrap-anywhere">
          {ticket.subject}
        </h3>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted text-sm">
          {ticket.type === 'support' ? `${PRIORITY_WORDS[ticket.priority]} priority` : 'General inquiry'}
          <TimeAgo at={ticket.createdAt} />
          <DueMark at={ticket.answerDueAt} />
        </p>
        <Writer ticket={ticket} />
      </header>
      {mayChange && <TicketControls ticket={ticket} kind={KINDS[ticket.type]} />}
      <Conversation ticket={ticket} />
      {mayChange && <AnswerForm ticket={ticket} onManageReplies={onManageReplies} />}
      <Notes ticket={ticket} mayAdd={mayChange} />
      <AuditHistory type="ticket" id={ticket.id} />
    </>
  )
}

const Writer = ({ ticket }: { ticket: ShownThread }) => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
    <span className="font-semibold wrap-anywhere">{ticket.userName}</span>
    {ticket.isMember && <Badge icon="star">Premium</Badge>}
    <a href={`mailto:${ticket.userEmail}`} className="wrap-anywhere underline decoration-1 underline-offset-3">
      {ticket.userEmail}
    </a>
    {ticket.userPhone && (
      <a href={`tel:${ticket.userPhone}`} className="underline decoration-1 underline-offset-3">
        {ticket.userPhone}
      </a>
    )}
  </p>
)

type Said = { id: string; who: string; isOurs: boolean; text: string; at: string }

/** The messages and answers, oldest first, all rendered as plain text. */
function Conversation({ ticket }: { ticket: ShownThread }) {
  const first: Said = {
    id: ticket.id,
    who: ticket.userName,
    isOurs: false,
    text: ticket.message,
    at: ticket.createdAt,
  }
  const said = ticket.posts
    .filter(({ kind }) => kind !== 'note')
    .map(({ id, kind, author, text, createdAt }): Said => {
      const isOurs = kind === 'answer'
      return { id, who: isOurs ? `${author ?? 'Staff'}, by e-mail` : ticket.userName, isOurs, text, at: createdAt }
    })
  return (
    <section aria-label="Conversation">
      <ol className="flex flex-col gap-3">
        {[first, ...said].map(each => (
          <li
            key={each.id}
            className={classNames(
              'rounded-sm border border-line border-l-3 bg-surface px-4 py-3',
              each.isOurs ? 'border-l-ranger sm:ml-8' : 'border-l-coyote sm:mr-8',
            )}
          >
            <p className="flex flex-wrap justify-between gap-x-4 text-sm">
              <span className="font-semibold">{each.who}</span>
              <TimeAgo at={each.at} className="text-muted" />
            </p>
            <p className="mt-1.5 whitespace-pre-wrap wrap-anywhere">{each.text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Notes between staff; the ticket's writer never sees them. */
function Notes({ ticket, mayAdd }: { ticket: ShownThread; mayAdd: boolean }) {
  return (
    <section aria-label="Notes of the staff" className="flex flex-col gap-3">
      <h4 className="label border-line border-b pb-2 text-muted">Notes of the staff</h4>
      {ticket.notes.length > 0 && (
        <ol className="flex flex-col divide-y divide-line">
          {ticket.notes.map(note => (
            <li key={note.id} className="py-3 text-sm first:pt-0">
              <p className="flex flex-wrap justify-between gap-x-4">
                <span className="font-semibold">{note.author ?? 'Staff'}</span>
                <TimeAgo at={note.createdAt} className="text-muted" />
              </p>
              <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{note.text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayAdd ? (
        <NoteForm id={ticket.id} />
      ) : (
        ticket.notes.length === 0 && <p className="text-muted text-sm">None yet.</p>
      )}
    </section>
  )
}

const NoteForm = ({ id }: { id: string }) => (
  <AddNote
    label="Add a note, for staff only"
    maxLength={ANSWER_LENGTH}
    add={async note => {
      const thread = await call(deskClient.threads[':id'].notes.$post({ param: { id }, json: { note } }))
      queryClient.setQueryData(threadKey(id), thread)
      await deskChanged()
    }}
  />
)
