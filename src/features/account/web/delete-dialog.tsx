import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditsOf } from '#features/credits/use-credits.ts'
import { reauthenticated } from '#features/identity/web/reauthentication.ts'
import { useProfile } from '#features/identity/web/use-profile.ts'
import { call } from '#kernel/client/calls/call.ts'
import { ONCE_MONTHS } from '#kernel/once/kinds.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { QueryBody } from '#ui/feedback/query-body.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { formatDay } from '#ui/time/format-day.ts'
import { DELETE_WORD, type DeletePreview } from '../contract.ts'
import { account } from './account-client.ts'

/** Asks for the password, where there is one, and the typed word, and lists the effects of the deletion. */
export function DeleteDialog({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const hasPassword = useProfile().data?.hasPassword !== false
  const preview = useQuery({
    queryKey: ['my', 'delete-account'],
    queryFn: () => call(account.my['delete-account'].$get()),
    staleTime: 0,
  })

  async function remove() {
    if (hasPassword && !password) return setError('Password is required')
    const json = { confirmation: DELETE_WORD, ...(hasPassword && { password }) } as const
    await reauthenticated(() => call(account.my['delete-account'].$post({ json })))
    onDeleted()
  }

  return (
    <ConfirmDialog
      onOpenChange={open => !open && onClose()}
      title="Delete your account?"
      description="This happens immediately and cannot be undone."
      confirmLabel="Delete Account"
      busyLabel="Deleting..."
      cancelLabel="Keep Account"
      danger
      typed={DELETE_WORD}
      onConfirm={remove}
    >
      <QueryBody query={preview} loading={<SkeletonText lines={5} />}>
        {losses => <Losses preview={losses} />}
      </QueryBody>
      {hasPassword && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={error}
          onChange={event => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
      )}
    </ConfirmDialog>
  )
}

/** What the user loses, in their own numbers, and what stays. */
function Losses({ preview: { openEntries, credits, membership, prizes } }: { preview: DeletePreview }) {
  const held = TIERS.flatMap(tier => {
    const amount = creditsOf(credits, tier)
    return amount > 0 ? [`${amount} ${tier}`] : []
  })
  return (
    <ul className="flex list-[square] flex-col gap-2 pl-5 text-sm marker:text-signal">
      <li>
        Your name, addresses, phone number, birth date, messages and tickets are removed. You are signed out everywhere.
      </li>
      {prizes.length > 0 && (
        <li>
          <strong>{withFullStop(`You won ${prizes.join(', ')}`)}</strong> You give up any prize that has not been
          delivered yet.
        </li>
      )}
      {openEntries.map(({ giveaway, slots }) => (
        <li key={giveaway}>
          Your {slots.length === 1 ? 'entry' : `${slots.length} entries`} in {giveaway} (slot {slots.join(', ')}){' '}
          {slots.length === 1 ? 'is' : 'are'} removed.
        </li>
      ))}
      {held.length > 0 && <li>You lose your credits: {held.join(', ')}.</li>}
      {membership && (
        <li>Your Premium membership ends today, although it is paid until {formatDay(membership.paidUntil)}.</li>
      )}
      <li>
        What a person has once, such as a first-order code or a free entry in its period, stays used for {ONCE_MONTHS}{' '}
        months, without your name.
      </li>
      <li>Payments, credits and finished draws are kept without your name, as law and fair draws require.</li>
    </ul>
  )
}
