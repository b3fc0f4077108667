import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orSaying } from '../editor/failure.ts'
import type { ActProps } from '../giveaway-acts.ts'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'
import { ImpactPreviewList } from './impact-preview-list.tsx'

/** Removes a giveaway from all lists. With entries, staff must return the credits, type the title and give a reason. */
export function DeleteGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title } = giveaway
  const hasEntries = giveaway.entriesCount > 0
  const [reason, setReason] = useState('')
  async function remove() {
    const json = hasEntries ? { title, reason: reasonIn(reason), returnCredits: true as const } : {}
    await orSaying('Failed to delete giveaway', () =>
      reauthenticated(() => call(adminClient().giveaways[':id'].$delete({ param: { id }, json }))),
    )
    await giveawaysChanged()
    toast.success(`${title} was deleted`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${title}?`}
      description="Are you sure you want to delete this giveaway?"
      confirmLabel="Delete giveaway"
      busyLabel="Deleting..."
      danger
      {...(hasEntries ? { typed: title } : {})}
      onConfirm={remove}
    >
      {hasEntries && (
        <>
          <ImpactPreviewList giveaway={giveaway} />
          <ReasonField label="Reason, told to everybody who was in it" value={reason} onChange={setReason} />
        </>
      )}
    </ConfirmDialog>
  )
}
