import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { TimeAgo } from '#ui/time/time-ago.tsx'
import { deskClient, KINDS, type ShownThread, threadKey } from '../desk-client.ts'
import { DueMark, PRIORITY_WORDS } from '../ticket-words.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Conversation } from './conversation.tsx'
import { Notes } from './notes.tsx'
import { TicketControls } from './ticket-controls.tsx'

type Props = { id: string; back: string; onManageReplies: () => void }

/** One ticket or inquiry with all actions of staff. @param back to the list alone. */
export function TicketPanel({ id, back, onManageReplies }: Props) {
  const { data, error, isFetching, refetch } = useQuery({
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
      {error ? (
        <FailedState title="Failed to load it" onRetry={() => void refetch()} busy={isFetching}>
          {error.message}
        </FailedState>
      ) : data ? (
        <Details ticket={data} onManageReplies={onManageReplies} />
      ) : (
        <SkeletonText lines={14} className="py-4" />
      )}
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
