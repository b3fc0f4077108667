import { sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { IS_IN_DRAW } from '../../entries/entry-conditions.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import { WINNER_DRAWN } from '../../job-types.server.ts'
import { drawingDateOf, notifyByOf } from '../../rules.ts'
import { ALGORITHM, commitmentOf, type DrawEntry, drawFrom, drawOrder, pseudonymsOf } from '../draw.ts'
import { openSeed } from '../giveaway-seeds.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

export type Drawn = { slot: number; email: string; name: string; isEarly: boolean }
type Input = {
  giveawayId: string
  method: 'automatic' | 'random'
  /** Required before the drawing date. The title is typed to confirm the right giveaway. */
  title?: string | undefined
  reason?: string | undefined
}

/**
 * Freezes the list of a giveaway and draws its winner once: the giveaway is the primary key of the draw's row. Claims hold the giveaway's
 * lock shared and the draw holds it exclusively, so no claim runs concurrently. A job notifies the winner.
 * @throws already_drawn, no_entries, title_mismatch, invalid_input (no reason) before the drawing date.
 */
export const drawWinner = (ctx: Context, input: Input): Promise<Drawn> => transact(ctx, tx => drawLocked(tx, input))

async function drawLocked(tx: TransactionContext, input: Input): Promise<Drawn> {
  const { giveawayId, method } = input
  await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(tx.db)
  const giveaway = await tx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select(['g.title', 'g.slug', 'g.ends_at', 'g.closed_at', 'g.commitment', 'd.drawn_at'])
    .where('g.id', '=', giveawayId)
    .where('g.archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  if (giveaway.drawn_at) throw refuse('already_drawn')
  const now = tx.now()
  const closesAt = giveaway.closed_at ?? (giveaway.ends_at && giveaway.ends_at <= now ? giveaway.ends_at : null)
  const isEarly = !closesAt || drawingDateOf(closesAt, tx.settings.mailInHours) > now
  const reason = input.reason?.trim()
  if (isEarly && input.title?.trim() !== giveaway.title) throw refuse('title_mismatch')
  if (isEarly && !reason) throw refuse('reason_needed')

  const entries = await frozenEntriesOf(tx, giveawayId)
  if (entries.length === 0) throw refuse('no_entries')
  const seed = await openSeed(tx, giveawayId)
  if ((await commitmentOf(seed)) !== giveaway.commitment)
    throw new Error(`The seed of giveaway ${giveawayId} is not the one that was committed to.`)
  const pseudonyms = await pseudonymsOf(seed, [...new Set(entries.map(entry => entry.person))])
  const list = entries.map((entry): DrawEntry => [entry.slot_number, pseudonyms.get(entry.person)!])
  const result = await drawFrom(giveawayId, list, seed)
  const winner = entries[result.winnerIndex]!

  await tx.db
    .insertInto('draw')
    .values({
      giveaway_id: giveawayId,
      drawn_at: now,
      drawn_by: tx.actor?.userId ?? null,
      drawn_by_role: tx.actor ? 'admin' : 'system',
      method,
      is_early: isEarly,
      reason: reason || null,
      algorithm: ALGORITHM,
      seed,
      list: JSON.stringify(list),
      list_hash: result.listHash,
      winner_index: result.winnerIndex,
      winner_slot: result.winnerSlot,
      winner_entry_id: winner.id,
      notify_by: notifyByOf(now),
    })
    .execute()
  if (!giveaway.closed_at) await closeNow(tx, giveawayId, closesAt)
  await writeAuditLog(tx, {
    action: 'drew the winner',
    subject: { type: 'giveaway', id: giveawayId, label: giveaway.title },
    after: {
      slotNumber: result.winnerSlot,
      entries: entries.length,
      method,
      early: isEarly,
      listHash: result.listHash,
    },
    reason,
  })
  // Giveaways must not depend on winners, so a job of that feature notifies the winner.
  await enqueue(tx, WINNER_DRAWN, { giveawayId })
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  return { slot: winner.slot_number, email: winner.email, name: winner.name, isEarly }
}

/** The entries in the draw, by ascending slot. */
async function frozenEntriesOf(ctx: DataContext, giveawayId: string) {
  const rows = await ctx.db
    .selectFrom('giveaway_entry as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(eb => [
      'e.id',
      'e.slot_number',
      'e.user_id',
      eb.fn.coalesce('u.email', 'e.mail_email').as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name').as('name'),
    ])
    .where('e.giveaway_id', '=', giveawayId)
    .where(IS_IN_DRAW)
    .orderBy('e.slot_number')
    .execute()
  return rows.map(row => ({ ...row, person: row.user_id ?? row.email!, email: row.email!, name: row.name! }))
}

/** Closes a drawn giveaway: at its end if that has passed, otherwise now and by the caller. */
const closeNow = (ctx: DataContext, giveawayId: string, endedAt: Date | null) =>
  ctx.db
    .updateTable('giveaway')
    .set(
      endedAt
        ? { closed_at: endedAt, closed_reason: 'ended' }
        : { closed_at: ctx.now(), closed_reason: 'drawn_early', closed_by: ctx.actor?.userId ?? null },
    )
    .where('id', '=', giveawayId)
    .execute()

/** The next place of a drawn order; null when no alternate is left. */
type NextPlace = { entryId: string; userId: string | null; slot: number } | null

/**
 * Promotes the next alternate of the drawn order (`draw.ts`), in the caller's transaction. The promotion is public and permanent. Each
 * place passes on once: a second attempt violates the key of `draw_alternate`.
 * @param input.place the place that loses the prize; the drawn winner is 1.
 */
export async function promoteAlternate(
  tx: TransactionContext,
  input: { giveawayId: string; place: number },
): Promise<NextPlace> {
  const { giveawayId, place } = input
  const draw = await tx.db
    .selectFrom('draw')
    .select(['seed', 'list', 'drawn_at'])
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  const order = await drawOrder(giveawayId, draw.list as unknown as DrawEntry[], draw.seed, place + 1)
  const slot = order[place]?.[0]
  const next = slot === undefined ? null : { ...(await entryOf(tx, giveawayId, slot, draw.drawn_at)), slot }
  await tx.db
    .insertInto('draw_alternate')
    .values({
      giveaway_id: giveawayId,
      place,
      promoted_at: tx.now(),
      next_slot: next?.slot ?? null,
      next_entry_id: next?.entryId ?? null,
    })
    .execute()
  tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
  return next
}

/** The entry that held a slot when the list was frozen. */
const entryOf = (ctx: DataContext, giveawayId: string, slot: number, drawnAt: Date) =>
  ctx.db
    .selectFrom('giveaway_entry')
    .select(['id as entryId', 'user_id as userId'])
    .where('giveaway_id', '=', giveawayId)
    .where('slot_number', '=', slot)
    .where('created_at', '<=', drawnAt)
    .where(eb => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', drawnAt)]))
    .executeTakeFirstOrThrow()
