import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ShownUser, usersChanged, usersClient } from '../users-client.ts'
import { DeletionEffects, DeletionLosses } from './deletion-effects.tsx'

type DeleteUserProps = { person: ShownUser; onDeleted: () => void; onClose: () => void }

/** Deletes one account after its e-mail is typed. */
export function DeleteUser({ person, onDeleted, onClose }: DeleteUserProps) {
  const [reason, setReason] = useState('')
  async function remove() {
    const json = { email: person.email, ...(reason.trim() && { reason: reason.trim() }) }
    // Cancelling the proof of identity shows no error.
    await reauthenticated(() => call(usersClient.users.$delete({ json }))).catch((error: Error) => {
      throw error.message ? new Error(`Failed to delete user: ${error.message}`) : error
    })
    toast.success(`User ${person.email} deleted successfully`)
    onDeleted()
    await usersChanged()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={<span className="wrap-anywhere">Delete {person.name}?</span>}
      description="This action cannot be undone."
      confirmLabel="Delete user"
      busyLabel="Deleting..."
      danger
      typed={person.email}
      onConfirm={remove}
    >
      <DeletionEffects />
      <DeletionLosses id={person.id} />
      <ReasonField label="Reason, for the record" optional value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
