import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { defaultsOf, type Settings } from '#kernel/settings.ts'

/**
 * SQL: whether two persons decide about the prize and the entries of a giveaway. The value counts at its highest since the publication and
 * the threshold at its lowest, so that neither can be moved around an act. @param giveawayId SQL of our code.
 */
export const areTwoPersons = ({ mode }: DataContext, giveawayId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`takes_two_persons(${giveawayId}, ${defaultsOf(mode).draw.twoPersonsFromCents})`

/** SQL: `areTwoPersons` for cards of the mail-in desk, whose rule holds below the threshold too unless an owner allowed one person. */
export const areTwoAtDesk = ({ mode }: DataContext, giveawayId: RawBuilder<string>): RawBuilder<boolean> => {
  const { twoPersonsFromCents, onePersonDesk } = defaultsOf(mode).draw
  return sql`desk_takes_two_persons(${giveawayId}, ${twoPersonsFromCents}, ${onePersonDesk})`
}

/** Whether an act on the prize or the entries of a giveaway takes a proposer and a second person. */
export const takesTwoPersons = (ctx: DataContext, giveawayId: string): Promise<boolean> =>
  answerOf(ctx, areTwoPersons(ctx, sql`${giveawayId}::uuid`))

/** Whether the typist of a card of the desk may not confirm it. */
export const deskTakesTwoPersons = (ctx: DataContext, giveawayId: string): Promise<boolean> =>
  answerOf(ctx, areTwoAtDesk(ctx, sql`${giveawayId}::uuid`))

async function answerOf({ db }: DataContext, rule: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ answer: boolean | null }>`select ${rule} as answer`.execute(db)
  // A deleted giveaway has no value to read, so its acts wait for a second person.
  return rows[0]!.answer ?? true
}

/** The lowest threshold of two persons since the publication, in cents. */
export async function readThreshold({ db, mode }: DataContext, giveawayId: string): Promise<number> {
  const usual = defaultsOf(mode).draw.twoPersonsFromCents
  const { rows } = await sql<{
    cents: number
  }>`select two_persons_from(${giveawayId}::uuid, ${usual}) as cents`.execute(db)
  return rows[0]!.cents
}

/**
 * What giveaways in public read of the current settings about who may enter: the age, the days in which mail counts and after which the list
 * is sealed, where cards are sent, and free entries online.
 */
const ofEntrants = ({ minimumAge, mailInHours, freeEntry, contact }: Settings) =>
  JSON.stringify([minimumAge, mailInHours, freeEntry.online, freeEntry.everyDays, contact.mailIn])

/** Whether staff alone change settings that decide who may enter a giveaway in public that takes two persons. */
export async function settingsTakeTwo(ctx: DataContext, before: Settings, after: Settings): Promise<boolean> {
  if (!ctx.actor?.role || ctx.proposal || ofEntrants(before) === ofEntrants(after)) return false
  const { rows } = await sql<{ answer: boolean }>`select exists (
    select from giveaway g
    where g.published_at is not null and g.archived_at is null and g.closed_reason is distinct from 'cancelled'
      and not is_list_final(g.id) and ${areTwoPersons(ctx, sql`g.id`)}) as answer`.execute(ctx.db)
  return rows[0]!.answer
}
