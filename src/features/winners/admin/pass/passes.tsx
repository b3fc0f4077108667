import { useState } from 'react'
import { REASON_WORDS } from '#features/draws/rules.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Badge } from '#ui/data/badge.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { lazy } from '#ui/lazy.tsx'
import type { WinnerDetail } from '../../contract.ts'

const ConfirmPassDialog = lazy(async () => (await import('./pass-dialogs.tsx')).ConfirmPassDialog)
const RefusePassDialog = lazy(async () => (await import('./pass-dialogs.tsx')).RefusePassDialog)

type Pass = WinnerDetail['passes'][number]
type Props = { winner: WinnerDetail }

/** Display name of the proposer. */
const proposerOf = ({ by, isMine }: Pass) => (isMine ? 'you' : (by ?? 'the rules'))

export const isPassProposed = ({ passes }: WinnerDetail): boolean => passes.some(({ decision }) => decision === null)

/** The proposal that waits for a second person, with its two answers. */
export function WaitingProposal({ winner }: Props) {
  const [open, setOpen] = useState<'confirm' | 'refuse' | null>(null)
  const proposal = winner.passes.find(({ decision }) => decision === null)
  if (!proposal) return null
  const { isMine, at, reasonClass, reason } = proposal
  const onClose = () => setOpen(null)
  return (
    <Notice kind="warning" title={`Passing on is proposed: ${REASON_WORDS[reasonClass].toLowerCase()}`}>
      <p>
        By {proposerOf(proposal)}, {formatMoment(new Date(at))}. {withFullStop(reason)}{' '}
        {isMine ? 'A second person confirms it.' : 'Your confirmation passes the prize on.'}
      </p>
      {winner.actions.includes('decide-pass') && (
        <div className="mt-3 flex flex-wrap gap-2">
          {!isMine && (
            <Button variant="danger" size="sm" onClick={() => setOpen('confirm')}>
              Confirm and pass on
            </Button>
          )}
          <Button variant="secondary" size="sm" onClick={() => setOpen('refuse')}>
            {isMine ? 'Withdraw' : 'Refuse'}
          </Button>
        </div>
      )}
      {open === 'confirm' && <ConfirmPassDialog winner={winner} onClose={onClose} />}
      {open === 'refuse' && <RefusePassDialog winner={winner} isMine={isMine} onClose={onClose} />}
    </Notice>
  )
}

const DECISIONS = { confirmed: 'Confirmed', refused: 'Refused', void: 'Settled in another way' } as const

/** Decided proposals, and the proof of notice of a winner who lost the prize. */
export function Passes({ winner: { passes, noticeProof } }: Props) {
  return (
    <div className="flex flex-col gap-5 text-sm">
      <ol className="divide-y divide-line border-line border-y empty:hidden" aria-label="Proposals">
        {passes.flatMap(pass =>
          pass.decision
            ? [
                <li key={pass.id} className="flex flex-col gap-1 py-2.5">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-semibold">{REASON_WORDS[pass.reasonClass]}</span>
                    <Badge>{DECISIONS[pass.decision]}</Badge>
                  </span>
                  <span className="wrap-anywhere">{pass.reason}</span>
                  <span className="text-muted">
                    Proposed by {proposerOf(pass)}, {formatMoment(new Date(pass.at))}
                    {pass.decidedAt &&
                      `. ${DECISIONS[pass.decision]}${pass.decidedBy ? ` by ${pass.decidedBy}` : ''}, ${formatMoment(new Date(pass.decidedAt))}`}
                  </span>
                  {pass.decisionReason && <span className="wrap-anywhere">{pass.decisionReason}</span>}
                </li>,
              ]
            : [],
        )}
      </ol>
      {noticeProof && (
        <details>
          <summary className="min-h-11 py-2">Proof of notice</summary>
          <p className="text-muted">
            What left for the winner, and when. The public log has its SHA-256:{' '}
            <code className="break-all font-mono">{noticeProof.hash}</code>
          </p>
          <pre className="mt-2 whitespace-pre-wrap break-all border border-line p-3 font-mono">{noticeProof.text}</pre>
        </details>
      )}
    </div>
  )
}
