import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { Decision, Proposal } from '../contract.ts'
import { proposalsChanged, proposalsClient } from './proposals-client.ts'

const ConfirmDialog = lazy(async () => (await import('./proposal-dialogs.tsx')).ConfirmProposalDialog)
const RefuseDialog = lazy(async () => (await import('./proposal-dialogs.tsx')).RefuseProposalDialog)

const DECISIONS: Record<Decision, string> = {
  confirmed: 'Confirmed',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  void: 'Settled in another way',
}

/** Screens of the subjects that proposals have. */
const PLACES: Partial<Record<Proposal['subject']['type'], (id: string) => string>> = {
  person: id => `/admin?tab=users&user=${id}`,
  winner: id => `/admin?tab=winners&winner=${id}`,
  giveaway: id => `/admin?tab=giveaways&giveaway=${id}`,
  product: id => `/admin?tab=products&product=${id}`,
}

/** One proposal with its facts and buttons. @param showsSubject false on the subject's own screen. */
export function ProposalCard({ proposal, showsSubject = true }: { proposal: Proposal; showsSubject?: boolean }) {
  const { title, subject, facts, reason, by, at, isMine, decision, decidedBy, decidedAt, decisionReason } = proposal
  const place = PLACES[subject.type]
  return (
    <article aria-label={title} className="flex flex-col gap-3 rounded-sm border border-line p-4">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-base">{title}</h3>
        {decision && <Badge>{DECISIONS[decision]}</Badge>}
      </header>
      {showsSubject && (
        <p className="wrap-anywhere text-sm">
          {place ? <TextLink to={place(subject.id)}>{subject.label}</TextLink> : subject.label}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
          {facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="wrap-anywhere text-sm">{withFullStop(reason)}</p>
      <p className="text-muted text-sm">
        Proposed by {isMine ? 'you' : (by ?? 'a former member of staff')}, {formatMoment(new Date(at))}
        {decision &&
          decidedAt &&
          `. ${DECISIONS[decision]}${decidedBy ? ` by ${decidedBy}` : ''}, ${formatMoment(new Date(decidedAt))}`}
      </p>
      {decisionReason && <p className="wrap-anywhere text-sm">{decisionReason}</p>}
      {!decision && <Answers proposal={proposal} />}
    </article>
  )
}

function Answers({ proposal }: { proposal: Proposal }) {
  const { id, title, subject, isMine, canConfirm, canRefuse } = proposal
  const [open, setOpen] = useState<'confirm' | 'refuse' | null>(null)
  const withdraw = useMutation({
    mutationFn: () => call(proposalsClient()[':id'].withdraw.$post({ param: { id }, json: {} })),
    onSuccess: () => toast.success('The proposal is withdrawn'),
    onSettled: proposalsChanged,
  })
  const what = `${title}, ${subject.label}`
  const onClose = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FormError>{withdraw.error?.message}</FormError>
      {canConfirm && (
        <Button size="sm" aria-label={`Confirm: ${what}`} onClick={() => setOpen('confirm')}>
          Confirm
        </Button>
      )}
      {!isMine && canRefuse && (
        <Button variant="secondary" size="sm" aria-label={`Refuse: ${what}`} onClick={() => setOpen('refuse')}>
          Refuse
        </Button>
      )}
      {isMine && (
        <>
          <Button
            variant="secondary"
            size="sm"
            aria-label={`Withdraw: ${what}`}
            mutation={withdraw}
            busyText="Withdrawing..."
          >
            Withdraw
          </Button>
          <span className="text-muted text-sm">A second person must confirm this.</span>
        </>
      )}
      {open === 'confirm' && <ConfirmDialog proposal={proposal} onClose={onClose} />}
      {open === 'refuse' && <RefuseDialog proposal={proposal} onClose={onClose} />}
    </div>
  )
}
