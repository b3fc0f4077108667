import { useState } from 'react'
import { proved } from '#features/identity/security/proved.ts'
import { call } from '#platform/client/call.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ReasonField } from '#ui/reason-field.tsx'
import { toast } from '#ui/toast.ts'
import { peopleChanged, peopleClient, type ShownPerson } from '../people-client.ts'
import { DeletionEffects, DeletionLosses } from './deletion-effects.tsx'

type DeletePersonProps = { person: ShownPerson; onDeleted: () => void; onClose: () => void }

/** Deletes one account after its e-mail is typed. */
export function DeletePerson({ person, onDeleted, onClose }: DeletePersonProps) {
  const [reason, setReason] = useState('')
  async function remove() {
    const json = { email: person.email, ...(reason.trim() && { reason: reason.trim() }) }
    // Cancelling the proof of identity shows no error.
    await proved(() => call(peopleClient.users.$delete({ json }))).catch((error: Error) => {
      throw error.message ? new Error(`Failed to delete user: ${error.message}`) : error
    })
    toast.success(`User ${person.email} deleted successfully`)
    onDeleted()
    await peopleChanged()
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
