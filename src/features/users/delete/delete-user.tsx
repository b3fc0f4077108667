import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { proved } from '#features/identity/security/reauthentication.ts'
import { call } from '#kernel/client/calls/call.ts'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { PEOPLE, type ShownUser, usersChanged, usersClient } from '../users-client.ts'

type DeleteUserProps = { person: ShownUser; onDeleted: () => void; onClose: () => void }

/** Deletes one account after its e-mail is typed. */
export function DeleteUser({ person, onDeleted, onClose }: DeleteUserProps) {
  const [reason, setReason] = useState('')
  async function remove() {
    const json = { email: person.email, ...(reason.trim() && { reason: reason.trim() }) }
    // Cancelling the proof of identity shows no error.
    await proved(() => call(usersClient.users.$delete({ json }))).catch((error: Error) => {
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

const LIST = 'flex list-[square] flex-col gap-1 pl-5 text-sm marker:text-signal'

/** The effects that every deletion has. */
export const DeletionEffects = () => (
  <ul aria-label="What happens" className={LIST}>
    <li>They are signed out at once and cannot sign in again.</li>
    <li>Name, address, phone, messages and tickets are removed; credits that are left are lost.</li>
    <li>Orders, the ledger of credits and draws keep a pseudonym, so that books and results stay true.</li>
  </ul>
)

/** What this person would lose; renders nothing when there is nothing to lose. */
function DeletionLosses({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: [PEOPLE, 'deletion', id],
    queryFn: () => call(usersClient.users[':id'].deletion.$get({ param: { id } })),
    staleTime: 0,
  })
  if (error) return <FormError>{error.message}</FormError>
  if (!data) return null
  const { openEntries, credits, membership, prizes } = data
  const held = [
    [credits.bronzeCredits, 'Bronze'],
    [credits.silverCredits, 'Silver'],
    [credits.goldCredits, 'Gold'],
    [credits.platinumCredits, 'Platinum'],
  ].flatMap(([count, tier]) => (count ? [`${count} ${tier}`] : []))
  const hasMore = held.length + prizes.length + openEntries.length > 0 || membership !== null
  if (!hasMore) return null
  return (
    <section aria-label="What they lose">
      <h3 className="label mb-1.5 text-muted">What they lose</h3>
      <ul className={LIST}>
        {prizes.length > 0 && (
          <li>
            <strong>A prize may still be on its way:</strong> {prizes.join(', ')}.
          </li>
        )}
        {held.length > 0 && <li>Credits: {held.join(', ')}.</li>}
        {openEntries.map(({ giveaway, slots }) => (
          <li key={giveaway}>
            Entries in {giveaway}: {slots.length === 1 ? 'slot' : 'slots'} {slots.join(', ')}.
          </li>
        ))}
        {membership && (
          <li>
            The {membership.plan} membership, paid until {formatShopDay(membership.paidUntil, 'short')}, ends today.
          </li>
        )}
      </ul>
    </section>
  )
}
