import type { LockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { mailProblemOf, mailWindowOf } from '#features/giveaways/giveaway/mail-window.ts'
import { zoneOfGiveaway } from '#features/giveaways/giveaway/rules.ts'
import type { DataContext } from '#kernel/context.ts'
import { type CardTerms, readStanding, senderProblemOf } from '../../cards/commands/enter-card.server.ts'
import { CARD_ERRORS } from '../../cards/contract.ts'
import type { CardProblem } from '../contract.ts'

/** What the rules about a card ask of a giveaway. */
export type DeskTerms = CardTerms &
  Pick<LockedGiveaway, 'starts_at' | 'ends_at' | 'closed_at' | 'closed_reason' | 'published_at' | 'is_frozen'> & {
    subscription_visibility_only: boolean
  }

/** The first and the last day on which mail for a giveaway counts. */
export const deskWindowOf = (
  ctx: DataContext,
  giveaway: Pick<DeskTerms, 'starts_at' | 'ends_at' | 'closed_at' | 'published_at'>,
) => mailWindowOf(windowOf(ctx, giveaway))

const windowOf = (
  { settings, now }: DataContext,
  giveaway: Pick<DeskTerms, 'starts_at' | 'ends_at' | 'closed_at' | 'published_at'>,
) => ({
  startsAt: giveaway.starts_at,
  closesAt: giveaway.closed_at ?? giveaway.ends_at,
  mailInHours: settings.mailInHours,
  timeZone: zoneOfGiveaway(giveaway, now()),
})

/**
 * Why no card of a day of arrival can become an entry any more, from any sender. Nothing is left to decide then, so that a typed card is
 * refused at once.
 */
export function dayProblemOf(ctx: DataContext, giveaway: DeskTerms, receivedOn: string): CardProblem | null {
  if (giveaway.closed_reason === 'cancelled')
    return {
      code: 'giveaway_cancelled',
      sentence: 'This giveaway was cancelled. The card is kept in the register, and its sender is told.',
      reason: 'other',
    }
  const problem = mailProblemOf(windowOf(ctx, giveaway), receivedOn)
  if (problem) return { code: problem, sentence: DAY_SENTENCES[problem], reason: 'outside_window' }
  if (giveaway.is_frozen)
    return {
      code: 'already_frozen',
      sentence: 'The list of this giveaway is sealed. The card is kept in the register, and its sender is told.',
      reason: 'not_confirmed',
    }
  return null
}

const DAY_SENTENCES = {
  mail_too_late: 'This card came late, after the mail-in window. It is kept in the register, and its sender is told.',
  too_early_for_mail: 'This card came before the giveaway began. It is kept in the register, and its sender is told.',
}

const FOR_MEMBERS = 'This giveaway is for members. A card counts all the same, because a free way in stays open.'

/** What the desk says of cards of a day, before one is typed; null where nothing is to be said. */
export const noticeOf = (ctx: DataContext, giveaway: DeskTerms, receivedOn: string): string | null =>
  dayProblemOf(ctx, giveaway, receivedOn)?.sentence ?? (giveaway.subscription_visibility_only ? FOR_MEMBERS : null)

/** The class of the reason by the rule that refuses. */
const REASONS = {
  card_over_cap: 'over_cap',
  sender_under_age: 'under_age',
  sender_state_excluded: 'other',
  sender_abroad: 'other',
} as const

/** The first rule that refuses a typed card, as a confirmation would; null when it can become an entry. */
export async function findCardProblem(
  ctx: DataContext,
  giveaway: DeskTerms,
  card: { receivedOn: string; sender: { id: string; userId: string | null } },
): Promise<CardProblem | null> {
  const problem = dayProblemOf(ctx, giveaway, card.receivedOn)
  if (problem) return problem
  const found = senderProblemOf(giveaway, await readStanding(ctx, giveaway, card.sender))
  if (!found) return null
  const { code, details } = found
  return { code, sentence: sentenceOf(CARD_ERRORS[code].message, details), reason: REASONS[code] }
}

const sentenceOf = (sentence: string, details: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name]))
