import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { isProposed, proposalsChanged, sayProposed } from '#features/proposals/admin/proposals-client.ts'
import { call } from '#kernel/client/calls/call.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { IconButton } from '#ui/buttons/icon-button.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { ReasonField } from '#ui/forms/reason-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import type { UsersDeleted } from '../acts-contract.ts'
import { DELETED_AT_ONCE } from '../rules.ts'
import { PEOPLE, type ShownUser, usersChanged, usersClient } from '../users-client.ts'

type DeleteUsersProps = {
  people: readonly ShownUser[]
  /** Receives the ids that stay selected: those of people who could not be deleted. */
  onDone: (left: readonly string[]) => void
  onClose: () => void
}

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`)

/** Deletes the selected people one by one and lists those who cannot be deleted, with the reason. */
export function DeleteUsers({ people, onDone, onClose }: DeleteUsersProps) {
  const [listed, setListed] = useState(people)
  const [reason, setReason] = useState('')
  const [failures, setFailures] = useState<UsersDeleted['failures']>()

  async function remove() {
    if (listed.length === 0) throw new Error('No users selected for deletion')
    const json = { emails: listed.map(person => person.email), ...(reason.trim() && { reason: reason.trim() }) }
    const done = await reauthenticated(() => call(usersClient.users['bulk-delete'].$delete({ json }))).catch(
      (error: Error) => {
        throw error.message ? new Error(`Failed to delete users: ${error.message}`) : error
      },
    )
    if (done.deletedCount > 0) toast.success(`${users(done.deletedCount)} deleted`)
    const waiting = done.proposed.length
    if (waiting > 0) toast.success(`Proposed: ${users(waiting)}. A second person must confirm this.`)
    const isLeft = ({ email }: ShownUser) => done.failures.some(failure => failure.email === email)
    onDone(listed.filter(isLeft).map(({ id }) => id))
    await Promise.all([usersChanged(), proposalsChanged()])
    if (done.failedCount === 0) return onClose()
    toast.error(done.error ?? `${done.failedCount} users failed to delete`)
    setFailures(done.failures)
  }

  if (failures) return <Failures failures={failures} onClose={onClose} />
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Delete ${users(listed.length)}?`}
      description="This action cannot be undone."
      confirmLabel={`Delete ${users(listed.length)}`}
      busyLabel="Deleting..."
      danger
      typed={`delete ${users(listed.length)}`}
      onConfirm={remove}
    >
      <ul
        aria-label="Users to be deleted"
        className="max-h-44 divide-y divide-line overflow-y-auto rounded-sm border border-line"
      >
        {listed.map(person => (
          <li key={person.id} className="flex items-center gap-3 py-1 pr-1 pl-3 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{person.name}</span>
              <span className="block truncate text-muted">{person.email}</span>
            </span>
            <IconButton
              icon="close"
              size="sm"
              label={`Keep ${person.name}`}
              onClick={() => setListed(now => now.filter(({ id }) => id !== person.id))}
            />
          </li>
        ))}
      </ul>
      {listed.length === 0 && <Notice kind="warning">No users selected for deletion</Notice>}
      {listed.length > DELETED_AT_ONCE && <Notice kind="warning">Please select at most {DELETED_AT_ONCE} users</Notice>}
      <DeletionEffects />
      <ReasonField label="Reason, for the record" optional value={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

const Failures = ({ failures, onClose }: { failures: UsersDeleted['failures']; onClose: () => void }) => (
  <Dialog onOpenChange={onClose} title="Some users were not deleted" description="They stay selected.">
    <ul className="divide-y divide-line">
      {failures.map(({ email, message }) => (
        <li key={email} className="py-2.5">
          <p className="font-semibold wrap-anywhere">{email}</p>
          <p className="text-muted text-sm">{message}</p>
        </li>
      ))}
    </ul>
  </Dialog>
)

type DeleteUserProps = { person: ShownUser; onDeleted: () => void; onClose: () => void }

/** Deletes one account after its e-mail is typed. */
export function DeleteUser({ person, onDeleted, onClose }: DeleteUserProps) {
  const [reason, setReason] = useState('')
  async function remove() {
    const json = { email: person.email, ...(reason.trim() && { reason: reason.trim() }) }
    // Cancelling the proof of identity shows no error.
    const done = await reauthenticated(() => call(usersClient.users.$delete({ json }))).catch((error: Error) => {
      throw error.message ? new Error(`Failed to delete user: ${error.message}`) : error
    })
    if (isProposed(done)) {
      await sayProposed(done)
      return onClose()
    }
    toast.success(`User ${person.email} deleted successfully`)
    onDeleted()
    await usersChanged()
  }
  return (
    <ConfirmDialog
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
    <li>If their entries take two persons, the deletion waits for a second person.</li>
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
            <strong>A prize may still be on its way:</strong> {withFullStop(prizes.join(', '))}
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
