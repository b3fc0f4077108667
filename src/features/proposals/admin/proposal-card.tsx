import { useMutation } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { TextLink } from '#ui/buttons/text-link.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { toast } from '#ui/feedback/toast.ts'
import type { Decision, Proposal } from '../contract.ts'
import { ProposalFacts } from './proposal-facts.tsx'
import { proposalsChanged, proposalsClient } from './proposals-client.ts'
import type { Decide } from './use-decisions.tsx'

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
  settings: () => '/admin?tab=settings',
  card: () => '/admin?tab=mail&step=confirm',
}

type ProposalCardProps = {
  proposal: Proposal
  onDecide: Decide
  /** False on the subject's own screen. */
  showsSubject?: boolean
}

/** One proposal with its facts and buttons. */
export function ProposalCard({ proposal, onDecide, showsSubject = true }: ProposalCardProps) {
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
      <ProposalFacts facts={facts} />
      <p className="wrap-anywhere text-sm">{withFullStop(reason)}</p>
      <p className="text-muted text-sm">
        Proposed by {isMine ? 'you' : (by ?? 'a former member of staff')}, {formatMoment(new Date(at))}
        {decision &&
          decidedAt &&
          `. ${DECISIONS[decision]}${decidedBy ? ` by ${decidedBy}` : ''}, ${formatMoment(new Date(decidedAt))}`}
      </p>
      {decisionReason && <p className="wrap-anywhere text-sm">{decisionReason}</p>}
      {!decision && <Answers proposal={proposal} onDecide={onDecide} />}
    </article>
  )
}

function Answers({ proposal, onDecide }: { proposal: Proposal; onDecide: Decide }) {
  const { id, title, subject, isMine, canConfirm, canRefuse } = proposal
  const withdraw = useMutation({
    mutationFn: () => call(proposalsClient()[':id'].withdraw.$post({ param: { id }, json: {} })),
    onSuccess: () => toast.success('The proposal is withdrawn'),
    // Not on the card, which goes when the list is read again.
    onError: error => toast.error(error.message),
    onSettled: proposalsChanged,
  })
  const what = `${title}, ${subject.label}`
  return (
    <div className="flex flex-wrap items-center gap-2">
      {canConfirm && (
        <Button size="sm" aria-label={`Confirm: ${what}`} onClick={() => onDecide('confirm', proposal)}>
          Confirm
        </Button>
      )}
      {!isMine && canRefuse && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Refuse: ${what}`}
          onClick={() => onDecide('refuse', proposal)}
        >
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
    </div>
  )
}
