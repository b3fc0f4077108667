import { useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ShownProfile, usersChanged } from '../../users-client.ts'
import { ACCOUNT_ACTS, type AccountAct, runAct } from './account-acts.ts'

type ActDialogProps = { act: AccountAct; person: ShownProfile; onClose: () => void }

/** Asks for the reason, then runs the act. */
export function ActDialog({ act, person, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const words = ACCOUNT_ACTS[act]
  async function run() {
    await runAct(act, person.id, reasonIn(reason))
    await usersChanged()
    toast.success(words.done)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={words.title}
      description={words.about}
      confirmLabel={words.button}
      busyLabel={words.busy}
      danger={words.danger ?? false}
      onConfirm={run}
    >
      <ReasonField label="Reason, for the record" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
