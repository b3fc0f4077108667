import { randomBytes } from 'node:crypto'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { sql } from 'kysely'
import { type DemoPictures, insertDemoPictures } from '#adapters/images/demo-pictures.server.ts'
import { createSandboxWitnesses } from '#adapters/witness/sandbox.server.ts'
import type { PastMovement } from '#features/credits/seed.server.ts'
import { publishLog } from '#features/draw-log/log/commands/publish-log.server.ts'
import { storeSeeds } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { sequenceEntries } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { fixFreeze } from '#features/giveaways/giveaway/commands/fix-freeze.server.ts'
import { lockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { earlyAccessOf, freezeDateOf } from '#features/giveaways/giveaway/rules.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { DemoGiveaway } from '../../../db/demo/demo-types.ts'
import { DEMO_GIVEAWAYS } from '../../../db/demo/giveaways.ts'
import { type Chance, chanceFrom } from '../../../db/demo/seeded-chance.ts'
import { drawByRound } from './commands/draw-by-round.server.ts'
import { freezeLocked } from './commands/freeze-giveaway.server.ts'
import { settleFreezes } from './commands/settle-freezes.server.ts'

const HOUR = 3600 * 1000
const DAY = 24 * HOUR
/** Days between publication and the start of a demo giveaway, so that early access falls in between. */
const ANNOUNCED_DAYS = 9
const SLOTS_AT_ONCE = 3

type Entrant = { userId: string; isSubscriber: boolean; joinedAt: Date }
type Window = { userId: string; from: number; to: number }
type Made = DemoGiveaway & { id: string; startsAt: Date; endsAt: Date | null; earlyAccessAt: Date; isOver: boolean }
type Entry = { id: string; userId: string; slot: number; at: Date }

/**
 * Creates the demo's giveaways in every state with their entries. Each entrant enters within the allowed time
 * and entry limit. `drawDemoWinners` draws the winners of giveaways that are over.
 * @returns the credits that the entries cost, for the ledger.
 */
export async function seedGiveaways(tx: TransactionContext, entrants: readonly Entrant[]): Promise<PastMovement[]> {
  const pictures = await insertDemoPictures(
    tx,
    DEMO_GIVEAWAYS.flatMap(giveaway => giveaway.pictures),
  )
  const giveaways = DEMO_GIVEAWAYS.map(giveaway => madeOf(tx, giveaway))
  await insertGiveaways(tx, giveaways, pictures)

  const chance = chanceFrom(7_409)
  const entries = giveaways.flatMap(giveaway =>
    entriesOf(chance, giveaway, windowsOf(giveaway, entrants, tx.now())).map(entry => ({ giveaway, ...entry })),
  )
  await tx.db
    .insertInto('giveaway_entry')
    .values(
      entries.map(({ id, giveaway, userId, slot, at }) => ({
        id,
        giveaway_id: giveaway.id,
        user_id: userId,
        slot_number: slot,
        created_at: at,
        created_by: userId,
      })),
    )
    .execute()
  const entered = Map.groupBy(entries, ({ giveaway, userId }) => `${giveaway.id} ${userId}`)
  await tx.db
    .insertInto('giveaway_participant')
    .values(
      [...entered.values()].map(own => ({
        giveaway_id: own[0]!.giveaway.id,
        user_id: own[0]!.userId,
        entry_count: own.length,
      })),
    )
    .execute()
  return entries.map(({ id, giveaway, userId, slot, at }) => ({
    userId,
    tier: giveaway.tier,
    kind: 'entry',
    amount: 1,
    source: { type: 'entry', id, description: `Slot ${slot}, ${giveaway.title}` },
    at,
  }))
}

/**
 * Draws the winners of demo giveaways that are over, each on its date, with the regular freeze and draw: the sandbox chain has the rounds
 * of the past, and the sandbox witnesses cosign at that time. No other process tends draws at that time (`seedDemo`).
 */
export async function drawDemoWinners(ctx: Context): Promise<void> {
  let time = ctx.now()
  const { witnesses, start } = createSandboxWitnesses(ctx.pool, () => time)
  await start()
  const at = (moment: Date, seconds = 0): Context => {
    time = new Date(+moment + seconds * 1000)
    return { ...ctx, now: () => time, witnesses }
  }
  const closed = await ctx.db
    .selectFrom('giveaway')
    .select(['id', 'closed_at'])
    .where('closed_at', 'is not', null)
    .where(sql<boolean>`not is_list_final(id)`)
    .orderBy('closed_at')
    .execute()
  for (const { id, closed_at } of closed) {
    const freezesAt = freezeDateOf(closed_at!, ctx.settings.mailInHours, shopZoneAt(closed_at!))
    if (+freezesAt + DAY > +ctx.now()) continue
    await sequenceEntries(at(freezesAt))
    const { drawsAt } = await transact(at(freezesAt), async tx => {
      await fixFreeze(tx, { id, closedAt: closed_at! })
      return freezeLocked(tx, await lockedGiveaway(tx, id), { method: 'automatic', isEarly: false, reason: null })
    })
    await publishLog(at(freezesAt, 1))
    await settleFreezes(at(freezesAt, 2))
    await drawByRound(at(drawsAt), id)
    await publishLog(at(drawsAt, 1))
  }
}

function madeOf(ctx: DataContext, giveaway: DemoGiveaway): Made {
  const now = +ctx.now()
  // Rounded to the full hour, as a person would set the date.
  const inDays = (days: number) => new Date(Math.floor(now / HOUR) * HOUR + days * DAY)
  const startsAt = inDays(giveaway.startsInDays)
  const endsAt = giveaway.endsInDays === null ? null : inDays(giveaway.endsInDays)
  const earlyAccessAt = earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
  return { ...giveaway, id: newId(), startsAt, endsAt, earlyAccessAt, isOver: endsAt !== null && +endsAt <= now }
}

async function insertGiveaways(ctx: DataContext, giveaways: readonly Made[], pictures: DemoPictures) {
  const seeds = giveaways.map(({ id }) => ({ giveawayId: id, seed: randomBytes(32).toString('hex') }))
  const commitments = seeds.map(({ giveawayId, seed }) => commitmentOf(giveawayId, seed))
  await ctx.db
    .insertInto('giveaway')
    .values(
      giveaways.map((giveaway, position) => {
        const createdAt = new Date(+giveaway.startsAt - ANNOUNCED_DAYS * DAY)
        return {
          id: giveaway.id,
          slug: giveaway.slug,
          title: giveaway.title,
          description: giveaway.description,
          tier: giveaway.tier,
          category: giveaway.tier,
          value_cents: giveaway.valueCents,
          total_slots: giveaway.totalSlots,
          entry_limit: giveaway.entryLimit,
          starts_at: giveaway.startsAt,
          ends_at: giveaway.endsAt,
          early_access_at: giveaway.earlyAccessAt,
          auto_entered_at: giveaway.earlyAccessAt <= ctx.now() ? giveaway.earlyAccessAt : null,
          subscription_visibility_only: giveaway.subscriptionVisibilityOnly,
          images: giveaway.pictures.map(name => `s3:${pictures(name).key}`),
          commitment: commitments[position]!,
          closed_at: giveaway.isOver ? giveaway.endsAt : null,
          closed_reason: giveaway.isOver ? 'ended' : null,
          created_at: createdAt,
          updated_at: createdAt,
        }
      }),
    )
    .execute()
  await storeSeeds(ctx, seeds)
}

/** Who may enter a giveaway, and when. A user may enter from one day after joining, with the current membership. */
function windowsOf(giveaway: Made, entrants: readonly Entrant[], now: Date): Window[] {
  const to = Math.min(+now, +(giveaway.endsAt ?? now))
  return entrants
    .filter(({ isSubscriber }) => isSubscriber || !giveaway.subscriptionVisibilityOnly)
    .map(({ userId, isSubscriber, joinedAt }) => {
      const opens = isSubscriber ? giveaway.earlyAccessAt : giveaway.startsAt
      return { userId, from: Math.max(+opens, +joinedAt + DAY), to }
    })
    .filter(({ from }) => from < to)
}

/** Creates as many entries as there are taken slots: at random moments, one to three slots each. */
function entriesOf(chance: Chance, giveaway: Made, windows: readonly Window[]): Entry[] {
  const slots = shuffled(chance, giveaway.totalSlots).slice(0, giveaway.fill)
  const left = new Map(windows.map(window => [window, giveaway.entryLimit]))
  const entries: Entry[] = []
  while (entries.length < slots.length) {
    const window = chance.oneOf([...left.keys()])
    const allowed = left.get(window)!
    const taken = slots.slice(entries.length, entries.length + Math.min(allowed, 1 + chance.below(SLOTS_AT_ONCE)))
    const at = new Date(window.from + chance.below(window.to - window.from))
    entries.push(...taken.map(slot => ({ id: newId(), userId: window.userId, slot, at })))
    if (taken.length === allowed) left.delete(window)
    else left.set(window, allowed - taken.length)
  }
  return entries
}

/** The numbers from 1 to `count` in random order. */
function shuffled(chance: Chance, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (let last = count - 1; last > 0; last--) {
    const other = chance.below(last + 1)
    ;[numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!]
  }
  return numbers
}
