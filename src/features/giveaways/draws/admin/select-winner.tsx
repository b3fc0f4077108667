import { useState } from 'react'
import { reauthenticated } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { orSaying } from '../../lifecycle/admin/editor/failure.ts'
import { adminClient, giveawaysChanged } from '../../lifecycle/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../lifecycle/admin-contract.ts'

/** Confirms a draw and shows its effects. Before the drawing date, staff must type the title and give a reason. */
export function SelectWinner({ giveaway, onClose }: { giveaway: AdminGiveaway; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const isEarly = giveaway.state !== 'closed' || giveaway.drawDate === null || new Date(giveaway.drawDate) > new Date()

  async function draw() {
    const typed = isEarly ? { title: giveaway.title, reason: reasonIn(reason) } : {}
    const json = { giveawayId: giveaway.id, ...typed }
    const { message } = await orSaying('Failed to select winner', () =>
      reauthenticated(() => call(adminClient().admin['select-automatic-winner'].$post({ json }))),
    )
    toast.success(message)
    await giveawaysChanged()
    onClose()
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Select the winner of ${giveaway.title}?`}
      description="A draw happens once and cannot be undone."
      confirmLabel="Select Winner"
      busyLabel="Drawing..."
      danger={isEarly}
      {...(isEarly ? { typed: giveaway.title } : {})}
      onConfirm={draw}
    >
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        <li>
          {giveaway.entriesCount === 1 ? 'The only entry' : `One of ${giveaway.entriesCount} entries`} wins, at random;
          entries of staff are left out.
        </li>
        <li>The giveaway closes; {giveaway.availableSlots} slots stay empty.</li>
        <li>The winner gets an e-mail, and the list, the secret and the result are public at once.</li>
      </ul>
      {isEarly && (
        <>
          <Notice kind="warning" title="Before the drawing date">
            {giveaway.drawDate
              ? `The draw would take place by itself ${formatMoment(new Date(giveaway.drawDate))}. `
              : 'The draw would take place by itself after the close. '}
            The public result will say that it was drawn early, by a member of staff, and why.
          </Notice>
          <ReasonField label="Reason, shown to everybody" value={reason} onChange={setReason} />
        </>
      )}
    </ConfirmDialog>
  )
}
