import { useState } from 'react'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orSaying } from '../editor/failure.ts'
import type { ActProps } from '../giveaway-acts.ts'
import { adminClient, giveawaysChanged } from '../giveaways-admin-client.ts'

/** Closes a giveaway early. Entries stay, and the winner is drawn after the mail-in window. */
export function CloseGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title, version, entriesCount } = giveaway
  const [reason, setReason] = useState('')
  const { mailInHours } = useSettings()
  async function close() {
    const json = { reason: reasonIn(reason), version }
    await orSaying('Failed to close giveaway', () =>
      call(adminClient().admin.giveaways[':id'].close.$post({ param: { id }, json })),
    )
    await giveawaysChanged()
    toast.success(`${title} was closed`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Close ${title} early?`}
      description="A giveaway that is closed cannot be opened again."
      confirmLabel="Close giveaway"
      busyLabel="Closing..."
      danger
      onConfirm={close}
    >
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        <li>Nobody can enter any more; {giveaway.availableSlots} slots stay empty.</li>
        <li>The mail-in window of {mailInHours / 24} days begins now.</li>
        <li>
          {entriesCount > 0
            ? `When it ends, the winner is drawn from the ${entriesCount} entries and those that came by mail.`
            : 'There are no entries: nothing is drawn unless some come by mail.'}
        </li>
      </ul>
      <ReasonField label="Reason, shown to everybody" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
