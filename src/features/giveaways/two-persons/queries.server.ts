import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { defaultsOf } from '#kernel/settings.ts'

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
