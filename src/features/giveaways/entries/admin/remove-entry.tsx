import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orSaying } from '../../lifecycle/admin/editor/failure.ts'
import { adminClient, giveawaysChanged } from '../../lifecycle/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../lifecycle/admin-contract.ts'
import type { AdminEntry } from '../entries-contract.ts'

type RemoveEntryProps = { giveaway: AdminGiveaway; entry: AdminEntry; onClose: () => void }

/** Removes one entry with a reason. Staff choose whether the credit of a bought entry is returned. */
export function RemoveEntry({ giveaway, entry, onClose }: RemoveEntryProps) {
  const { slotNumber, name, isPrivateEntry, tier } = entry
  const [reason, setReason] = useState('')
  const [returnCredit, setReturnCredit] = useState(true)
  async function remove() {
    const param = { id: giveaway.id, slotNumber: String(slotNumber) }
    const json = { reason: reasonIn(reason), returnCredit }
    const { message } = await orSaying('Failed to remove entry', () =>
      reauthenticated(() => call(adminClient().admin.giveaways[':id'].entries[':slotNumber'].$delete({ param, json }))),
    )
    toast.success(message)
    await giveawaysChanged()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove the entry in slot ${slotNumber}?`}
      description={
        isPrivateEntry
          ? `${name} is taken out of the draw, and the number is not given again.`
          : `${name} is taken out of the draw, and the slot is free again.`
      }
      confirmLabel="Remove entry"
      busyLabel="Removing..."
      danger
      onConfirm={remove}
    >
      {!isPrivateEntry && (
        <CheckboxField
          label={`Give the ${tier} credit back`}
          hint="Without it the credit is lost: for entries that broke the rules."
          checked={returnCredit}
          onChange={event => setReturnCredit(event.target.checked)}
        />
      )}
      <ReasonField label="Reason, for staff" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}
