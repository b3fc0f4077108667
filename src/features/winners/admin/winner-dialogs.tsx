import { type FormEvent, useState } from 'react'
import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import { useAddressQuestion } from '#features/identity/shipping/web/address-question.tsx'
import { ParcelDialog } from '#features/orders/fulfilment/web/parcel-dialog.tsx'
import type { Parcel } from '#features/orders/fulfilment/web/parcel-fields.tsx'
import { usePropose } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { MISSING_REASON } from '#kernel/values/reason.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx'
import type { TellBody, WinnerDetail } from '../contract.ts'
import { AddressFields, formStateOf, problemsOf } from '../prize/address-fields.tsx'
import type { Action } from '../rules.ts'
import { useAct, winnersClient } from './lists/winners-client.ts'
import { PassOnDialog } from './pass/pass-dialogs.tsx'

type DialogProps = { winner: WinnerDetail; onClose: () => void }

/** The dialog of an action on a winner. */
export function WinnerDialog({ action, ...props }: DialogProps & { action: Action }) {
  switch (action) {
    case 'ship':
    case 'correct-tracking':
      return <ShipDialog {...props} />
    case 'accept':
      return <AcceptDialog {...props} />
    case 'tell':
      return <TellDialog {...props} />
    case 'pass-on':
      return <PassOnDialog {...props} />
    case 'finish':
      return <FinishDialog {...props} />
    case 'settle':
      return <SettleDialog {...props} />
    default:
      return null
  }
}

/** Records carrier and tracking number, or corrects both for a shipped prize. */
function ShipDialog({ winner, onClose }: DialogProps) {
  const isCorrection = winner.carrier !== null
  const ship = useAct<Parcel>(
    winner.id,
    json => call(winnersClient()[':id'].ship.$post({ param: { id: winner.id }, json })),
    isCorrection ? 'Tracking was corrected, and the winner is told' : 'The prize is shipped, and the winner is told',
    onClose,
  )
  return (
    <ParcelDialog
      title={isCorrection ? 'Correct the tracking' : `Ship ${winner.giveaway.title}`}
      description="The winner gets an e-mail with carrier and number."
      sent={winner}
      shipTo={winner.shipTo}
      ship={ship}
      noValidate
      onClose={onClose}
    />
  )
}

/** Proposes to record that the winner accepted by phone or mail. */
function AcceptDialog({ winner, onClose }: DialogProps) {
  const [current, setCurrent] = useState(formStateOf({ name: winner.name }))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { confirmed, question } = useAddressQuestion(current, meant => setCurrent({ ...current, ...meant }))
  const accept = usePropose(() => {
    const json = { shipTo: current, ...confirmed, reason }
    return call(winnersClient()[':id'].accept.$post({ param: { id: winner.id }, json }))
  }, onClose)
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = { ...problemsOf(current), ...(reason.trim() ? {} : { reason: MISSING_REASON }) }
    setErrors(found)
    if (Object.keys(found).length === 0 && !accept.isPending) accept.mutate()
  }
  return (
    <Dialog
      startsInField
      onOpenChange={onClose}
      title="Note an answer"
      description={`${withFullStop(`${winner.name} takes ${winner.giveaway.title}`)} A second person confirms the address. Papers are then asked for by its value.`}
      footer={
        <DialogButtons
          type="submit"
          form="accept-for-winner"
          busy={accept.isPending}
          busyText="Proposing..."
          onCancel={onClose}
        >
          Propose
        </DialogButtons>
      }
    >
      <form id="accept-for-winner" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError>{accept.error?.message}</FormError>
        <AddressFields current={current} errors={errors} onChange={setCurrent} isOwn={false} />
        {question}
        <TextField
          label="How the answer came"
          required
          maxLength={500}
          value={reason}
          error={errors.reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </form>
    </Dialog>
  )
}

const WAYS = [
  { value: 'email', label: 'Send the e-mail again' },
  { value: 'otherwise', label: 'I reached them another way' },
] as const

/** Sends the notice again, or records how staff reached the winner. The answer period runs from the first notice. */
function TellDialog({ winner, onClose }: DialogProps) {
  const [by, setBy] = useState<TellBody['by']>('email')
  const [reason, setReason] = useState('')
  const tell = useAct<TellBody>(
    winner.id,
    json => call(winnersClient()[':id'].tell.$post({ param: { id: winner.id }, json })),
    by === 'email' ? 'The e-mail is on its way' : 'The winner is told',
    onClose,
  )
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Tell the winner"
      description={`${winner.name} has ${ANSWER_DAYS} days to answer from the first notice.`}
      confirmLabel={by === 'email' ? 'Send e-mail' : 'Note it'}
      busyLabel="Saving..."
      onConfirm={async () => void (await tell.mutateAsync(by === 'email' ? { by } : { by, reason: reasonIn(reason) }))}
    >
      <SelectField
        label="How"
        options={WAYS}
        value={by}
        onChange={({ target }) => setBy(target.value as TellBody['by'])}
      />
      {by === 'otherwise' && (
        <TextField
          label="How you reached them"
          required
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ConfirmDialog>
  )
}

/** Records the delivery and completes the prize. */
function FinishDialog({ winner, onClose }: DialogProps) {
  const finish = useAct(
    winner.id,
    () => call(winnersClient()[':id'].finish.$post({ param: { id: winner.id }, json: {} })),
    'The prize has arrived',
    onClose,
  )
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Has the prize arrived?"
      description={`${winner.giveaway.title} is done then, and its task is closed.`}
      confirmLabel="Mark as arrived"
      busyLabel="Saving..."
      onConfirm={async () => void (await finish.mutateAsync())}
    />
  )
}

/** Records the outcome of a prize without remaining alternates. */
function SettleDialog({ winner, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const settle = useAct<{ reason: string }>(
    winner.id,
    json => call(winnersClient()[':id'].settle.$post({ param: { id: winner.id }, json })),
    'The prize is settled',
    onClose,
  )
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Settle the prize"
      description="No alternate is left in the drawn order. Say what happened to the prize. The audit log records it."
      confirmLabel="Settle"
      busyLabel="Saving..."
      onConfirm={async () => void (await settle.mutateAsync({ reason: reasonIn(reason) }))}
    >
      <ReasonField label="What happened to it" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
