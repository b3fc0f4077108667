import { useState } from 'react'
import { REASON_WORDS, type ReasonClass } from '#features/draws/rules.ts'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import type { WinnerDetail } from '../../contract.ts'
import type { End } from '../../rules.ts'
import { useAct, winnerKey, winnersChanged, winnersClient } from '../lists/winners-client.ts'

type DialogProps = { winner: WinnerDetail; onClose: () => void }

/** What staff choose: the class for the public log, and the end that it means. The rules alone use `left`. */
const ENDS_BY_CLASS: Record<Exclude<ReasonClass, 'left'>, End> = {
  ineligible: 'disqualified',
  declined: 'declined',
  no_reply: 'forfeited',
  papers_missing: 'forfeited',
  unreachable: 'forfeited',
}
type Choice = keyof typeof ENDS_BY_CLASS
const CHOICES = (Object.keys(ENDS_BY_CLASS) as Choice[]).map(value => ({ value, label: REASON_WORDS[value] }))

async function showChanged(winner: WinnerDetail, done: string) {
  queryClient.setQueryData(winnerKey(winner.id), winner)
  await winnersChanged()
  toast.success(done)
}

const passedOn = ({ task }: WinnerDetail) =>
  task === 'nobody-left' ? 'No alternate is left in the drawn order' : 'Passed to the next of the drawn order'

/** Passing a prize on is final, so staff type the giveaway's title. A prize of a large value takes a second person. */
export function PassOnDialog({ winner, onClose }: DialogProps) {
  const [reasonClass, setReasonClass] = useState<Choice>('ineligible')
  const [reason, setReason] = useState('')
  const { takesTwoPersons, name, giveaway } = winner
  async function passOn() {
    const json = { as: ENDS_BY_CLASS[reasonClass], reasonClass, reason: reasonIn(reason) }
    const ended = await reauthenticated(() =>
      call(winnersClient()[':id']['pass-on'].$post({ param: { id: winner.id }, json })),
    )
    await showChanged(ended, takesTwoPersons ? 'Proposed. A second person confirms it' : passedOn(ended))
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={takesTwoPersons ? 'Propose to pass the prize on?' : 'Pass the prize on?'}
      description={
        takesTwoPersons
          ? `This prize takes two persons. When another person confirms, ${name} loses ${giveaway.title} for good. Until then nothing changes.`
          : `${name} loses ${giveaway.title} for good. The next of the drawn order is told at once, and the public log says that the prize was passed on and why, without a name.`
      }
      confirmLabel={takesTwoPersons ? 'Propose' : 'Pass on'}
      busyLabel={takesTwoPersons ? 'Proposing...' : 'Passing on...'}
      danger
      typed={giveaway.title}
      onConfirm={passOn}
    >
      <SelectField
        label="Why, in the public log"
        options={CHOICES}
        value={reasonClass}
        onChange={({ target }) => setReasonClass(target.value as Choice)}
      />
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** The second person reads the proposal and passes the prize on. */
export function ConfirmPassDialog({ winner, onClose }: DialogProps) {
  async function confirm() {
    const ended = await reauthenticated(() =>
      call(winnersClient()[':id']['pass-on'].confirm.$post({ param: { id: winner.id }, json: {} })),
    )
    await showChanged(ended, passedOn(ended))
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Pass the prize on?"
      description={`${winner.name} loses ${winner.giveaway.title} for good. The next of the drawn order is told at once, and the public log says that the prize was passed on and why, without a name.`}
      confirmLabel="Confirm and pass on"
      busyLabel="Passing on..."
      danger
      typed={winner.giveaway.title}
      onConfirm={confirm}
    />
  )
}

/** The winner keeps the prize. The proposer withdraws in the same way. */
export function RefusePassDialog({ winner, isMine, onClose }: DialogProps & { isMine: boolean }) {
  const [reason, setReason] = useState('')
  const refuse = useAct<{ reason: string }>(
    winner.id,
    json => call(winnersClient()[':id']['pass-on'].refuse.$post({ param: { id: winner.id }, json })),
    isMine ? 'The proposal is withdrawn' : 'The proposal is refused',
    onClose,
  )
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={isMine ? 'Withdraw the proposal?' : 'Refuse the proposal?'}
      description={`${winner.name} keeps ${winner.giveaway.title}. A winner who did not answer gets the full time again.`}
      confirmLabel={isMine ? 'Withdraw' : 'Refuse'}
      busyLabel="Saving..."
      onConfirm={async () => void (await refuse.mutateAsync({ reason: reasonIn(reason) }))}
    >
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
