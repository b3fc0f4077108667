import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useSettings } from '#kernel/client/site.ts'
import { counted } from '#kernel/values/words/counted.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ReasonField, reasonIn } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { ADMIN_GIVEAWAYS, adminClient, carryOut } from '../../../giveaway/admin/giveaways-admin-client.ts'
import type { AdminGiveaway } from '../../../giveaway/admin-contract.ts'
import type { ActProps } from '../admin-giveaway-card.tsx'

/** Closes a giveaway early. Entries stay, and the winner is drawn after the mail-in window. */
export function CloseGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title, version, entriesInDraw } = giveaway
  const [reason, setReason] = useState('')
  const { mailInHours } = useSettings()
  function close() {
    const json = { reason: reasonIn(reason), version }
    return carryOut('Failed to close giveaway', onClose, async () => {
      const answer = await call(adminClient().admin.giveaways[':id'].close.$post({ param: { id }, json }))
      return isProposed(answer) ? answer : `${title} was closed`
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Close ${title} early?`}
      description="A giveaway that is closed cannot be opened again."
      confirmLabel="Close giveaway"
      busyLabel="Closing..."
      danger
      onConfirm={close}
    >
      <TwoPersonsNote giveaway={giveaway} />
      <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
        <li>Entering ends; {giveaway.availableSlots} slots stay empty.</li>
        <li>The mail-in window of {counted(mailInHours / 24, 'day')} begins now.</li>
        <li>
          {entriesInDraw > 0
            ? `When it ends, the winner is drawn from the ${entriesInDraw} entries and those that came by mail.`
            : 'There are no entries: nothing is drawn unless some come by mail.'}
        </li>
      </ul>
      <ReasonField label="Reason, shown publicly" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** Removes all entries and returns every credit. The giveaway's page stays and shows the cancellation. */
export function CancelGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title, version } = giveaway
  const [reason, setReason] = useState('')
  function cancel() {
    const json = { title, reason: reasonIn(reason), version }
    return carryOut('Failed to cancel giveaway', onClose, async () => {
      const answer = await reauthenticated(() =>
        call(adminClient().admin.giveaways[':id'].cancel.$post({ param: { id }, json })),
      )
      if (isProposed(answer)) return answer
      const { credits } = answer
      return `${title} was cancelled; ${credits === 1 ? '1 credit was' : `${credits} credits were`} returned`
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Cancel ${title}?`}
      description="This cannot be undone. It can be relisted with new dates afterwards."
      confirmLabel="Cancel giveaway"
      cancelLabel="Keep it"
      busyLabel="Cancelling..."
      danger
      typed={title}
      onConfirm={cancel}
    >
      <TwoPersonsNote giveaway={giveaway} />
      <ImpactPreviewList giveaway={giveaway} />
      <ReasonField label="Reason, shown publicly" value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

/** Removes a giveaway from all lists. With entries, staff must return the credits, type the title and give a reason. */
export function DeleteGiveaway({ giveaway, onClose }: ActProps) {
  const { id, title } = giveaway
  const hasEntries = giveaway.entriesCount > 0
  const asksWhy = hasEntries || isForTwo(giveaway)
  const [reason, setReason] = useState('')
  function remove() {
    const why = asksWhy ? { reason: reasonIn(reason) } : {}
    const json = hasEntries ? { title, ...why, returnCredits: true as const } : why
    return carryOut('Failed to delete giveaway', onClose, async () => {
      const answer = await reauthenticated(() => call(adminClient().giveaways[':id'].$delete({ param: { id }, json })))
      return isProposed(answer) ? answer : `${title} was deleted`
    })
  }
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Delete ${title}?`}
      description="Are you sure you want to delete this giveaway?"
      confirmLabel="Delete giveaway"
      busyLabel="Deleting..."
      danger
      {...(hasEntries ? { typed: title } : {})}
      onConfirm={remove}
    >
      <TwoPersonsNote giveaway={giveaway} />
      {hasEntries && <ImpactPreviewList giveaway={giveaway} />}
      {asksWhy && (
        <ReasonField
          label={hasEntries ? 'Reason, sent to every entrant' : 'Reason, for the second person'}
          value={reason}
          onChange={setReason}
        />
      )}
    </ConfirmDialog>
  )
}

/** A second person confirms what ends or thins out a giveaway of this value. */
const isForTwo = ({ takesTwoPersons, isDraft }: AdminGiveaway) => takesTwoPersons && !isDraft

export function TwoPersonsNote({ giveaway }: { giveaway: AdminGiveaway }) {
  if (!isForTwo(giveaway)) return null
  return (
    <Notice kind="info" title="Two persons decide">
      The highest value since the publication counts. This becomes a proposal, which another person confirms. Until then
      nothing changes.
    </Notice>
  )
}

const withVerb = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** Shows the effects of removing all entries before staff confirm. */
function ImpactPreviewList({ giveaway: { id, tier } }: { giveaway: AdminGiveaway }) {
  const { data, isError } = useQuery({
    queryKey: [...ADMIN_GIVEAWAYS, 'stake', id],
    queryFn: () => call(adminClient().admin.giveaways[':id'].stake.$get({ param: { id } })),
  })
  if (isError) return <p className="text-sm">Every entry is taken out, and every credit goes back.</p>
  if (!data) return <SkeletonText lines={3} />
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm marker:text-muted">
      <li>
        {withVerb(data.entries, 'entry is', 'entries are')} taken out, {data.byMail} of them free.
      </li>
      <li>{withVerb(data.credits, `${tier} credit goes back`, `${tier} credits go back`)}, at once.</li>
      <li>{withVerb(data.people, 'person is', 'people are')} told by e-mail, with the reason.</li>
      <li>No winner is drawn.</li>
    </ul>
  )
}
