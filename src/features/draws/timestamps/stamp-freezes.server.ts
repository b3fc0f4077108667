import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import type { Context } from '#kernel/context.ts'
import type { TimestampAuthority } from '#kernel/ports/timestamps.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import { eachOf } from '#platform/each-of.ts'

/** By which the clock of an authority may differ from ours. */
const CLOCK_MS = 2 * MINUTE_MS
/** Lists in one turn, and requests at once. */
const [MAX, AT_ONCE] = [50, 4]

type Unstamped = { giveawayId: string; slip: number; manifest: string; drawsAt: Date }

/**
 * Asks the authority for a time stamp of each frozen list without one, as long as its round is to come: a later stamp proves nothing. An
 * answer that does not verify is told to staff and asked for again a minute later. No draw waits for it.
 */
export async function stampFreezes(ctx: Context): Promise<void> {
  const { timestamps } = ctx
  if (!timestamps) return
  const { rows } = await sql<Unstamped>`
    select f.giveaway_id as "giveawayId", f.slip, f.manifest, f.draws_at as "drawsAt" from draw_freeze f
    where f.draws_at > ${ctx.now()} and not exists (
      select from freeze_timestamp t where t.giveaway_id = f.giveaway_id and t.slip = f.slip and t.token is not null)
    order by f.draws_at limit ${MAX}`.execute(ctx.db)
  await eachOf(rows, AT_ONCE, freeze => stamp(ctx, timestamps, freeze))
}

async function stamp(ctx: Context, authority: TimestampAuthority, freeze: Unstamped): Promise<void> {
  const { giveawayId, slip } = freeze
  try {
    const { token, at } = await stampOf(ctx, authority, freeze)
    await keep(ctx, authority, freeze, { token, stamped_at: at, fault: null })
    giveawayChanged(ctx, giveawayId)
  } catch (error) {
    const fault = (error as Error).message.slice(0, 300)
    ctx.log.warn({ err: error, giveawayId, slip, authority: authority.name }, 'a frozen list has no time stamp')
    await keep(ctx, authority, freeze, { token: null, stamped_at: null, fault })
  }
}

/** @throws when the authority does not answer, or its answer is no time stamp of this list at this moment. */
async function stampOf(ctx: Context, authority: TimestampAuthority, { manifest, drawsAt }: Unstamped) {
  // The ASN.1 library is loaded where a list is stamped.
  const [{ createTimestampQuery }, { verifyTimestamp }] = await Promise.all([
    import('#platform/timestamps/timestamp-query.server.ts'),
    import('#platform/timestamps/verify-timestamp.server.ts'),
  ])
  const query = createTimestampQuery(createHash('sha256').update(manifest).digest())
  const from = new Date(+ctx.now() - CLOCK_MS)
  const token = await authority.ask(query.der)
  const to = new Date(Math.min(+ctx.now() + CLOCK_MS, +drawsAt))
  return { token, at: verifyTimestamp(token, { ...query, roots: authority.roots, from, to }) }
}

type Answer = { token: Uint8Array | null; stamped_at: Date | null; fault: string | null }

/** A stamp that is there stays: two processes may ask at once. */
const keep = (ctx: Context, { name }: TimestampAuthority, { giveawayId, slip }: Unstamped, answer: Answer) =>
  ctx.db
    .insertInto('freeze_timestamp')
    .values({
      giveaway_id: giveawayId,
      slip,
      authority: name,
      ...answer,
      token: answer.token && Buffer.from(answer.token),
      asked_at: ctx.now(),
    })
    .onConflict(conflict =>
      conflict
        .columns(['giveaway_id', 'slip'])
        .doUpdateSet(eb => ({
          authority: eb.ref('excluded.authority'),
          token: eb.ref('excluded.token'),
          stamped_at: eb.ref('excluded.stamped_at'),
          asked_at: eb.ref('excluded.asked_at'),
          fault: eb.ref('excluded.fault'),
          attempts: eb('freeze_timestamp.attempts', '+', 1),
        }))
        .where('freeze_timestamp.token', 'is', null),
    )
    .execute()
