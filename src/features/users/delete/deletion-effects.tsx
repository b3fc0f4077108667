import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { formatShopDay } from '#ui/time/format-day.ts'
import { PEOPLE, usersClient } from '../users-client.ts'

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
export function DeletionLosses({ id }: { id: string }) {
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
