import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { lazy } from '#ui/lazy.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { LoadingDialog } from '#ui/staff-kit/loading-dialog.tsx'
import type { WinnerDetail } from '../contract.ts'
import { type Action, RIGHT_OF, TASK_WORDS, type Task } from '../rules.ts'
import { winnerKey, winnersClient } from './lists/winners-client.ts'
import { Papers } from './papers.tsx'
import { isPassProposed, WaitingProposal } from './pass/passes.tsx'

const WinnerDialog = lazy(async () => (await import('./winner-dialogs.tsx')).WinnerDialog)

/** What staff do next for a winner: a task, or the answer of a winner who has been told. */
export type NextStep = Task | 'answer'

const WORDS: Record<NextStep, string> = { ...TASK_WORDS, answer: 'Note an answer', 'nobody-left': 'Settle the prize' }

/** The action of each step. Those that `WinnerDialog` does not know are done in a list. */
const ACTIONS: Record<NextStep, Action> = {
  tell: 'tell',
  ship: 'ship',
  confirm: 'finish',
  'nobody-left': 'settle',
  answer: 'accept',
  'collect-papers': 'papers',
  'check-papers': 'papers',
  'confirm-pass': 'decide-pass',
}

/** Whether the caller has the right to a step; the winner's own answer says whether it is possible now. */
export const useMayStep = (step: NextStep): boolean => useRight(RIGHT_OF[ACTIONS[step]])

type NextStepButtonProps = { winnerId: string; name: string; step: NextStep }

/** A button that opens the next step for a winner in place. */
export function NextStepButton({ winnerId, name, step }: NextStepButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        className="whitespace-nowrap"
        aria-label={`${WORDS[step]}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {WORDS[step]}
      </Button>
      {isOpen && <StepDialog winnerId={winnerId} step={step} onClose={() => setOpen(false)} />}
    </>
  )
}

type StepDialogProps = { winnerId: string; step: NextStep; onClose: () => void }

/** Reads the winner first, because the list may be older than the last change of a colleague. */
function StepDialog({ winnerId, step, onClose }: StepDialogProps) {
  const read = useQuery({
    queryKey: winnerKey(winnerId),
    queryFn: () => call(winnersClient()[':id'].$get({ param: { id: winnerId } })),
    staleTime: 0,
  })
  if (!read.data) return <LoadingDialog title={WORDS[step]} lines={4} read={read} onClose={onClose} />
  const action = ACTIONS[step]
  if (action !== 'papers' && action !== 'decide-pass' && read.data.actions.includes(action))
    return <WinnerDialog action={action} winner={read.data} onClose={onClose} />
  return <ThingsToDo winner={read.data} step={step} onClose={onClose} />
}

/** Papers to collect or check, or a proposal to decide on. Stays open, because each paper is a step. */
function ThingsToDo({ winner, step, onClose }: Omit<StepDialogProps, 'winnerId'> & { winner: WinnerDetail }) {
  const isOfPapers = step === 'collect-papers' || step === 'check-papers'
  const isWaiting = isOfPapers ? winner.papers.length > 0 : isPassProposed(winner)
  return (
    <Dialog
      onOpenChange={onClose}
      title={WORDS[step]}
      description={`${winner.name}, slot ${winner.slotNumber}, ${winner.giveaway.title}`}
      footer={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {!isWaiting ? (
        <p>This step is done.</p>
      ) : isOfPapers ? (
        <Papers winner={winner} />
      ) : (
        <WaitingProposal winner={winner} />
      )}
    </Dialog>
  )
}
