import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ROLE_NAMES } from '#kernel/rights.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { type ShownProfile, usersChanged, usersClient } from '../../users-client.ts'

/** Sends an open invitation to the staff again. */
export function InviteDialog({ person, onClose }: { person: ShownProfile; onClose: () => void }) {
  async function send() {
    await reauthenticated(() => call(usersClient.users[':id'].invitation.$post({ param: { id: person.id } })))
    await usersChanged()
    toast.success(`Invitation sent to ${person.email}`)
    onClose()
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title="Send the invitation again?"
      description={
        <span className="wrap-anywhere">
          {person.email} gets the e-mail with the link to the sign-in page
          {person.offeredRole && `, as ${ROLE_NAMES[person.offeredRole]}`}. “Change role” withdraws the invitation.
        </span>
      }
      confirmLabel="Send invitation"
      busyLabel="Sending..."
      onConfirm={send}
    />
  )
}
