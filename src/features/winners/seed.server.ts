import { readDrawnEntries } from '#features/draws/queries/winners.server.ts'
import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import type { Context } from '#kernel/context.ts'
import { acceptPrize } from './commands/answer-prize.server.ts'
import { endWinner } from './commands/end-winner.server.ts'
import { finishPrize, notePaper, shipPrize } from './commands/hand-over.server.ts'
import { seedStory } from './gallery/seed.server.ts'
import { inDays, PAPERS } from './rules.ts'

/** One hour after the draw. */
const TOLD_DAYS = 1 / 24

/**
 * Brings the demo's winners to several states with the regular commands. The oldest prize is completed. The next winner was silent, so an
 * alternate holds the prize, whose papers wait for a check. The other winners stay as the worker leaves them.
 */
export async function seedWinners(ctx: Context): Promise<void> {
  const drawn = await ctx.db
    .selectFrom('winner')
    .select(['id', 'drawn_at', 'giveaway_id'])
    .where('place', '=', 1)
    .orderBy('drawn_at')
    .execute()
  const [oldest, next] = drawn
  if (oldest) {
    await handOver(ctx, oldest.id, oldest.drawn_at)
    await seedStory(at(ctx, inDays(oldest.drawn_at, 16)), oldest.id)
  }
  if (next) await passToHeir(ctx, next)
}

const at = (ctx: Context, moment: Date): Context => ({ ...ctx, now: () => moment })

async function handOver(ctx: Context, id: string, drawnAt: Date): Promise<void> {
  await accepted(ctx, id, drawnAt)
  for (const kind of await askedOf(ctx, id)) {
    await notePaper(at(ctx, inDays(drawnAt, 6)), id, { kind, status: 'received' })
    await notePaper(at(ctx, inDays(drawnAt, 7)), id, { kind, status: 'checked' })
  }
  await shipPrize(at(ctx, inDays(drawnAt, 9)), id, { carrier: 'FedEx', trackingNumber: '794600001234' })
  await finishPrize(at(ctx, inDays(drawnAt, 15)), id)
}

async function passToHeir(ctx: Context, first: { id: string; drawn_at: Date; giveaway_id: string }): Promise<void> {
  await told(ctx, first.id, first.drawn_at)
  const passedAt = inDays(first.drawn_at, ANSWER_DAYS + TOLD_DAYS)
  await endWinner(at(ctx, passedAt), first.id, {
    as: 'forfeited',
    reasonClass: 'no_reply',
    reason: `No answer within ${ANSWER_DAYS} days.`,
    from: ['notified'],
    action: 'forfeited',
  })
  const heir = await ctx.db
    .selectFrom('winner')
    .select('id')
    .where('giveaway_id', '=', first.giveaway_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!heir) return
  await accepted(ctx, heir.id, passedAt)
  for (const kind of await askedOf(ctx, heir.id))
    await notePaper(at(ctx, inDays(passedAt, 4)), heir.id, { kind, status: 'received' })
}

/** Sets the state that the worker would have left then. The notification job may have run first with the current time. */
async function told(ctx: Context, id: string, selectedAt: Date): Promise<void> {
  const toldAt = inDays(selectedAt, TOLD_DAYS)
  await ctx.db
    .updateTable('winner')
    .set({
      state: 'notified',
      notified_at: toldAt,
      answer_due_at: inDays(toldAt, ANSWER_DAYS),
      task: null,
      task_due_at: null,
    })
    .where('id', '=', id)
    .where('state', 'in', ['drawn', 'notified'])
    .execute()
}

async function accepted(ctx: Context, id: string, selectedAt: Date): Promise<void> {
  await told(ctx, id, selectedAt)
  const { name } = (await readDrawnEntries(ctx, [id])).get(id)!
  await acceptPrize(at(ctx, inDays(selectedAt, 1)), id, {
    ...{ name, line1: '12 Quarry Road', line2: '', city: 'Provo', state: 'UT', postalCode: '84601', country: 'US' },
  })
}

async function askedOf(ctx: Context, id: string) {
  const rows = await ctx.db.selectFrom('winner_paper').select('kind').where('winner_id', '=', id).execute()
  return PAPERS.filter(kind => rows.some(row => row.kind === kind))
}
