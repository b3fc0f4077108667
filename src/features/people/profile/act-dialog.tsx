import { useState } from 'react'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonField, reasonIn } from '#ui/reason-field.tsx'
import { toast } from '#ui/toast.ts'
import { peopleChanged, type ShownProfile } from '../people-client.ts'
import { ACCOUNT_ACTS, type AccountAct, runAct } from './account-acts.ts'

type ActDialogProps = { act: AccountAct; person: ShownProfile; onClose: () => void }

/** Asks for the reason, then runs the act. */
export function ActDialog({ act, person, onClose }: ActDialogProps) {
  const [reason, setReason] = useState('')
  const words = ACCOUNT_ACTS[act]
  async function run() {
    await runAct(act, person.id, reasonIn(reason))
    await peopleChanged()
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
