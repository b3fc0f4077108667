import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { FilePicker } from '#ui/forms/file-picker.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { carryOut } from '../../giveaway/admin/giveaways-admin-client.ts'
import type { Obligation } from '../contract.ts'
import type { DutyAct } from './duty-actions.tsx'
import { finishDuty, overrideDuty, undoDuty } from './obligations-client.ts'

type Props = { giveawayId: string; duty: Obligation; onClose: () => void }

/** The dialog of one action on a duty. */
export function DutyDialog({ act, ...props }: Props & { act: DutyAct }) {
  if (act === 'finish') return <FinishDuty {...props} />
  return act === 'override' ? <OverrideDuty {...props} /> : <UndoDuty {...props} />
}

const nameOf = ({ jurisdiction, task }: Obligation) => `${jurisdiction}: ${task}.`
const FILE_TYPES = 'application/pdf,image/jpeg,image/png,image/webp'

/** Records a filing by its reference, a file, or both. */
function FinishDuty({ giveawayId, duty, onClose }: Props) {
  const [reference, setReference] = useState('')
  const [doneOn, setDoneOn] = useState('')
  const [file, setFile] = useState<File | null>(null)
  function finish() {
    if (!file && !reference.trim()) throw new Error('Name the filing, or add a file.')
    return carryOut('Failed to mark the duty', onClose, async () => {
      await finishDuty({ id: giveawayId, duty: duty.duty }, { reference, doneOn, file })
      return 'The duty is done'
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Mark as done"
      description={nameOf(duty)}
      confirmLabel="Mark as done"
      busyLabel="Saving..."
      onConfirm={finish}
    >
      <TextField
        label="Reference of the filing"
        hint="A number, a receipt, or where the paper lies"
        maxLength={500}
        value={reference}
        onChange={event => setReference(event.target.value)}
      />
      <TextField
        label="Day of the filing"
        type="date"
        hint="Empty is today"
        value={doneOn}
        onChange={event => setDoneOn(event.target.value)}
      />
      <FilePicker accept={FILE_TYPES} onPick={async files => setFile(files[0] ?? null)}>
        {file ? file.name : 'Choose a PDF or picture as evidence'}
      </FilePicker>
    </ConfirmDialog>
  )
}

/** An owner sets a duty aside. */
function OverrideDuty({ giveawayId, duty, onClose }: Props) {
  const [reason, setReason] = useState('')
  const override = () =>
    carryOut('Failed to set the duty aside', onClose, async () => {
      const text = reasonIn(reason)
      await reauthenticated(() => overrideDuty({ id: giveawayId, duty: duty.duty }, text))
      return 'The duty is set aside'
    })
  return (
    <ConfirmDialog
      danger
      onOpenChange={onClose}
      title="Set the duty aside?"
      description={`${nameOf(duty)} Your name and the reason stay in the audit log.`}
      confirmLabel="Set aside"
      busyLabel="Saving..."
      onConfirm={override}
    >
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

function UndoDuty({ giveawayId, duty, onClose }: Props) {
  const undo = () =>
    carryOut('Failed to open the duty again', onClose, async () => {
      await undoDuty({ id: giveawayId, duty: duty.duty })
      return 'The duty is open again'
    })
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Open the duty again?"
      description={`${nameOf(duty)} What was recorded stays in the audit log.`}
      confirmLabel="Open again"
      busyLabel="Saving..."
      onConfirm={undo}
    />
  )
}
