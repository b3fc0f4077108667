import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { formatCount } from '#platform/values/format-count.ts'
import { type CardReason, REASON_NAMES } from '../card-reasons.ts'
import { freeEntryClient } from './free-entry-client.ts'

/** Counts of the register of cards, which everyone may read. */
export const useCardCounts = (giveawayId: string) =>
  useQuery({
    queryKey: ['giveaways', 'cards', giveawayId],
    queryFn: () => call(freeEntryClient().giveaways[':id'].cards.$get({ param: { id: giveawayId } })),
  })

const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}`

/** How many free entries came, by mail and online, and day by day. A sender compares the day on which the own card arrived. Nothing before the first card. */
export function MailedCards({ giveawayId }: { giveawayId: string }) {
  const { data: counts } = useCardCounts(giveawayId)
  if (!counts || counts.received === 0) return null
  const { received, registered, refused, waiting, byOnePerson, reasons, days } = counts
  const classes = Object.entries(reasons).map(
    ([reason, n]) => `${REASON_NAMES[reason as CardReason].toLowerCase()}: ${n}`,
  )
  return (
    <details className="mt-4 max-w-4xl">
      <summary className="min-h-11 cursor-pointer content-center">
        Free entries: {counted(received, 'received')}, {counted(registered, 'registered')},{' '}
        {counted(refused, 'refused')}
        {waiting > 0 && `, ${counted(waiting, 'not decided yet')}`}
        {byOnePerson > 0 && `, ${counted(byOnePerson, 'confirmed by one person')}`}
      </summary>
      <ul className="grid gap-1 py-2 pl-5 text-sm">
        {days.map(day => (
          <li key={day.day}>
            {dayInWords(day.day)}: {counted(day.received, 'received')}, {counted(day.registered, 'registered')},{' '}
            {counted(day.refused, 'refused')}
          </li>
        ))}
      </ul>
      {classes.length > 0 && <p className="text-muted text-sm">Refused, {classes.join('; ')}.</p>}
    </details>
  )
}
