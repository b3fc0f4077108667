import { useState } from 'react'
import { carryOut } from '#features/giveaways/giveaway/admin/giveaways-admin-client.ts'
import { TwoPersonsNote } from '#features/giveaways/lifecycle/admin/acts/ending-dialogs.tsx'
import type { ActProps } from '#features/giveaways/lifecycle/admin/admin-giveaway-card.tsx'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { AwaitRound } from './await-round.tsx'
import { drawsAdminClient } from './draws-admin-client.ts'

/** Freezes the list after a confirmation, then counts down to the round that decides. */
export function SelectWinner(props: ActProps) {
  const [isFrozen, setFrozen] = useState(props.giveaway.frozenAt !== null)
  return isFrozen ? <AwaitRound {...props} /> : <FreezeGiveaway {...props} onFrozen={() => setFrozen(true)} />
}

/** Confirms the freeze, which cannot be undone. */
function FreezeGiveaway({ giveaway, onClose, onFrozen }: ActProps & { onFrozen: () => void }) {
  const [reason, setReason] = useState('')
  const isEarly = giveaway.state !== 'closed' || giveaway.drawDate === null || new Date(giveaway.drawDate) > new Date()
  function draw() {
    const typed = isEarly ? { title: giveaway.title, reason: reasonIn(reason) } : {}
    const json = { giveawayId: giveaway.id, ...typed }
    let isSealed = true
    const onDone = () => (isSealed ? onFrozen() : onClose())
    return carryOut('Failed to select winner', onDone, async () => {
      const answer = await reauthenticated(() =>
        call(drawsAdminClient().admin['select-automatic-winner'].$post({ json })),
      )
      isSealed = !isProposed(answer)
      return isProposed(answer) ? answer : answer.message
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Select the winner of ${giveaway.title}?`}
      description="The list is sealed at once. A draw happens once and cannot be undone."
      confirmLabel="Select Winner"
      busyLabel="Freezing..."
      danger={isEarly}
      {...(isEarly ? { typed: giveaway.title } : {})}
      onConfirm={draw}
    >
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        <li>
          {giveaway.entriesInDraw === 1 ? 'The only entry' : `One of ${giveaway.entriesInDraw} entries`} wins, at
          random; entries of staff are left out.
        </li>
        <li>The giveaway closes; {giveaway.availableSlots} slots stay empty.</li>
        <li>List and secret are public at once. A public random round that is still to come decides.</li>
        <li>The winner gets an e-mail, and anyone can check the result.</li>
      </ul>
      {isEarly && (
        <>
          <TwoPersonsNote giveaway={giveaway} />
          <Notice kind="warning" title="Before the drawing date">
            {giveaway.drawDate
              ? `The draw would take place automatically ${formatMoment(new Date(giveaway.drawDate))}. `
              : 'The draw would take place automatically after the close. '}
            The public result will say that it was drawn early, by a member of staff, and why.
          </Notice>
          <ReasonField label="Reason, shown publicly" value={reason} onChange={setReason} />
        </>
      )}
    </ConfirmDialog>
  )
}
