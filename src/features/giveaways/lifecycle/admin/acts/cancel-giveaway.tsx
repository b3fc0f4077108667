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

/** Removes all entries and returns every credit. The giveaway's page stays and shows the cancellation. */
export function CancelGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title, version } = giveaway
  const [reason, setReason] = useState('')
  async function cancel() {
    const json = { title, reason: reasonIn(reason), version }
    const { credits } = await orSaying('Failed to cancel giveaway', () =>
      reauthenticated(() => call(adminClient().admin.giveaways[':id'].cancel.$post({ param: { id }, json }))),
    )
    await giveawaysChanged()
    toast.success(`${title} was cancelled; ${credits === 1 ? '1 credit was' : `${credits} credits were`} returned`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Cancel ${title}?`}
      description="This cannot be undone. It can go up again with new dates afterwards."
      confirmLabel="Cancel giveaway"
      cancelLabel="Keep it"
      busyLabel="Cancelling..."
      danger
      typed={title}
      onConfirm={cancel}
    >
      <ImpactPreviewList giveaway={giveaway} />
      <ReasonField label="Reason, shown to everybody" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
