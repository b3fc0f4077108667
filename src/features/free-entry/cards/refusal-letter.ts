import { greetingOf } from '#features/notifications/email.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import type { CardReason } from './card-reasons.ts'

/** A refused card, as its sender is told of it by e-mail or by a printed letter. */
export type RefusedCard = {
  name: string
  title: string
  slug: string
  card: number
  receivedOn: string
  reason: CardReason
  isCancelled: boolean
  window: { first: string; last: string | null }
}

const SENTENCES: Record<CardReason, string> = {
  duplicate: 'It repeats another card of yours, which is in our register. A card counts once.',
  over_cap: 'You already have as many entries as the rules allow one person.',
  outside_window: 'It came outside the days on which mail for this giveaway counts.',
  unreadable: 'We could not read everything that the rules ask for.',
  under_age: 'Its sender is below the minimum age of the rules.',
  not_by_hand: 'The rules ask for lines written by hand. They were printed or copied.',
  other: 'It does not meet another rule of the giveaway, such as the states whose residents may enter.',
  withdrawn: 'It was withdrawn.',
  not_confirmed: 'The list of entries was sealed before the card could be confirmed.',
}

export const refusalSubject = ({ title }: Pick<RefusedCard, 'title'>): string => `Your card does not count: ${title}`

/** What the sender reads, paragraph by paragraph. */
export function refusalLines(refused: RefusedCard): string[] {
  const { name, title, card, receivedOn, reason, isCancelled, window } = refused
  return [
    greetingOf(name),
    `Your card for ${title} came on ${dayInWords(receivedOn)}. It is number ${card} of our register, and it is no entry.`,
    isCancelled && reason === 'other' ? 'The giveaway was cancelled.' : SENTENCES[reason],
    ...(reason === 'outside_window' ? [windowInWords(window)] : []),
    'Number, day and reason stay in the register, whose counts are on the page of the giveaway. If you think that we are wrong, answer us, and name the number of the card.',
  ]
}

const windowInWords = ({ first, last }: RefusedCard['window']) =>
  `Mail counts from ${dayInWords(first)}${last ? ` to ${dayInWords(last)}` : ''}, by the day on which it comes. A postmark is not enough.`
