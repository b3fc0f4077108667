import { formatEntryLeaf, holderOf, markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { sql } from 'kysely'
import { entryLimitOf } from '#features/draw-log/rules.ts'
import { findKey } from '#features/draw-log/tree/queries/holders.server.ts'
import { readReceiptKey, readSignedReceipt } from '#features/draw-log/tree/queries/receipts.server.ts'
import type { Context } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { findIneligibility, refusalFor, requireStillEligible } from '../../eligibility/queries/eligibility.server.ts'
import { type EntryResult, GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { ELIGIBILITY_ERRORS } from '../../giveaway/errors/eligibility-errors.ts'
import { knownSlots, readLiveSlots, slotsMoved } from '../../giveaway/queries/live-slots.server.ts'
import { nearestFree, timeLeftInWords } from '../../giveaway/rules.ts'
import { type ClaimRow, claimSlots } from './claim-slots.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Claim = { giveawayId: string; userId: string; isStaff: boolean; isAutoEntry: boolean }
/** `marks` of the browser's nonces, by the position of the slots; ascending for a pick. */
type Marks = { marks?: readonly string[] | undefined }
type Wish = Marks & ({ slots: readonly number[] } | { pick: number })

/** Attempts to pick free slots, because other shoppers may take picked slots concurrently. */
const PICKS = 8

/**
 * Spends one credit of the giveaway's tier on each slot, all or none, in one statement and one transaction. `claim_slots` in
 * db/functions/claim_slots.sql checks the rules in order; constraints hold independently of this code. The answer has the signed receipt,
 * and the nonces where the caller gave no marks.
 * @param input.pick the number of random free slots, instead of `slots`.
 * @throws a refusal of GIVEAWAY_ERRORS; refusals about slots name the slots and the nearest free ones.
 */
export async function enterGiveaway(
  ctx: Context,
  input: { giveawayId: string; userId: string; isAutoEntry?: boolean } & Wish,
): Promise<EntryResult> {
  const { giveawayId, userId, isAutoEntry = false } = input
  const claim = { giveawayId, userId, isStaff: ctx.actor?.isAdmin ?? false, isAutoEntry }
  const wish = inOrder(input)
  refuseWhenOver(ctx, claim, wish)
  for (let picks = 1; ; picks++) {
    const result = await enterSlots(ctx, claim, wish)
    if (!('refusal' in result)) return result
    if (result.refusal === 'slot_taken' && 'pick' in wish && picks < PICKS) continue
    throw await refusalOf(ctx, claim, wish, result)
  }
}

/** Slots in ascending order, each with its mark. */
function inOrder({ marks, ...wish }: Wish): Wish {
  if (!('slots' in wish)) return { pick: wish.pick, marks }
  const order = wish.slots.map((_, place) => place).sort((a, b) => wish.slots[a]! - wish.slots[b]!)
  return { slots: order.map(place => wish.slots[place]!), marks: marks && order.map(place => marks[place]!) }
}

type Refused = { refusal: NonNullable<ClaimRow['refusal']>; slots: readonly number[] | null; existing: number | null }

async function enterSlots(ctx: Context, claim: Claim, wish: Wish): Promise<EntryResult | Refused> {
  const { giveawayId, userId, isStaff, isAutoEntry } = claim
  const count = 'slots' in wish ? wish.slots.length : wish.pick
  const ids = Array.from({ length: count }, newId)
  const transferIds = Array.from({ length: count }, newId)
  const [slots, pick] = 'slots' in wish ? [wish.slots, null] : [null, wish.pick]
  const now = ctx.now()
  const key = await findKey(ctx, giveawayId)
  if (!key) throw refuse('giveaway_not_found')
  const nonces = wish.marks ? null : ids.map(key.nonceOf)
  const marks = wish.marks ?? nonces!.map(markOf)
  const holderSecret = key.secretOf(userId)
  const holder = holderOf(giveawayId, holderSecret)
  const slotClaim = {
    ...claim,
    slots,
    pick,
    ids,
    transferIds,
    now,
    bornUntil: bornUntil(now, ctx.settings.minimumAge),
    marks,
    holder,
  }
  const row = await claimSlots(ctx, slotClaim, () => refuseWhenOver(ctx, claim, wish))
  if (row.refusal) return { refusal: row.refusal, slots: row.slots, existing: row.existing }
  const taken = row.slots!
  slotsMoved(ctx, giveawayId, { taken }, { isStaff })
  tellUser(ctx, userId, 'credits', 'entries')
  const date = now.toISOString()
  const source = isStaff ? 'staff' : isAutoEntry ? 'auto' : 'credit'
  const leaves = taken.map((number, index) =>
    formatEntryLeaf({ kind: 'enter', at: +now, number, by: source, holder, mark: marks[index]! }),
  )
  return {
    entries: taken.map((slotNumber, index) => ({ id: ids[index]!, slotNumber, date })),
    credits: {
      userId,
      bronzeCredits: row.bronze,
      silverCredits: row.silver,
      goldCredits: row.gold,
      platinumCredits: row.platinum,
    },
    receipt: await readSignedReceipt(ctx, { giveawayId, leaves }),
    receiptKey: await readReceiptKey(ctx),
    holderSecret,
    ...(nonces && { nonces }),
  }
}

/**
 * A full or closed giveaway answers from memory, so that a rush of late claims does not load the database. One that closes when it is full
 * is closed within a second.
 */
function refuseWhenOver(ctx: Context, claim: Claim, wish: Wish) {
  const live = knownSlots(ctx, claim.giveawayId)
  if (live?.isClosed(ctx.now())) throw refuse('giveaway_ended')
  if (!live || live.taken.size < live.totalSlots || !live.isOpenToAll(ctx.now())) return
  if ('pick' in wish) throw refuse('sold_out')
  throw refuse('slot_taken', { list: wish.slots.join(', '), slots: wish.slots, nearest: {} })
}

async function refusalOf(ctx: Context, claim: Claim, wish: Wish, { refusal, slots, existing }: Refused) {
  if (refusal === 'slot_taken') {
    const lost = slots ?? []
    const chosen = new Set('slots' in wish ? wish.slots : [])
    const live = await readLiveSlots(ctx, claim.giveawayId)
    const nearest: Record<string, number> = {}
    for (const slot of lost) {
      const free = nearestFree(slot, live.totalSlots, candidate => live.taken.has(candidate), chosen)
      if (free === undefined) continue
      nearest[slot] = free
      chosen.add(free)
    }
    return refuse('slot_taken', { list: lost.join(', '), slots: lost, nearest })
  }
  if (refusal === 'too_few_free') return refuse('too_few_free', { free: slots?.length ?? 0, slots })
  // The next claim is refused from memory.
  if (refusal === 'sold_out' || refusal === 'giveaway_ended') await readLiveSlots(ctx, claim.giveawayId)
  if (refusal === 'not_yet' || refusal === 'not_yet_for_subscribers')
    return refuse(refusal, await leftUntil(ctx, claim, refusal))
  if (refusal in ELIGIBILITY_ERRORS) return ineligible(ctx, claim)
  if (refusal === 'under_age') return refuse('under_age', { age: ctx.settings.minimumAge })
  if (refusal !== 'entry_limit' && refusal !== 'credit_needed') return refuse(refusal)
  const giveaway = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('giveaway_participant as p', join =>
      join.onRef('p.giveaway_id', '=', 'g.id').on('p.user_id', '=', claim.userId),
    )
    .select(['g.tier', 'g.entry_limit', 'p.entry_count'])
    .where('g.id', '=', claim.giveawayId)
    .executeTakeFirstOrThrow()
  const tier = giveaway.tier as Tier
  const limit = entryLimitOf({ tier, entryLimit: giveaway.entry_limit })
  return refusal === 'credit_needed'
    ? refuse('credit_needed', { tier })
    : refuse('entry_limit', { limit, existing: existing ?? giveaway.entry_count ?? 0 })
}

/** The sentence for what `entry_refusal` refused. An address that was corrected since then is asked for once more. */
async function ineligible(ctx: Context, { giveawayId, userId }: Claim) {
  const reason = await findIneligibility(ctx, { giveawayId, userId })
  return refusalFor(reason ?? { code: 'address_needed', details: {} })
}

/** The time until the giveaway opens to the users whom the refusal names. */
async function leftUntil(ctx: Context, { giveawayId }: Claim, refusal: 'not_yet' | 'not_yet_for_subscribers') {
  const { starts_at, early_access_at } = await ctx.db
    .selectFrom('giveaway')
    .select(['starts_at', 'early_access_at'])
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  return { left: timeLeftInWords(+(refusal === 'not_yet' ? starts_at : early_access_at) - +ctx.now()) }
}

/**
 * Moves the user's bought entry to a free slot; the entry and its credit stay unchanged.
 * @returns the entry with its new slot.
 * @throws giveaway_ended, a refusal of ELIGIBILITY_ERRORS, swap_not_yours, swap_slot_taken.
 */
export async function swapSlot(ctx: Context, input: { giveawayId: string; userId: string; from: number; to: number }) {
  const { giveawayId, userId, from, to } = input
  const entry = await transact(ctx, async tx => {
    await sql`select pg_advisory_xact_lock_shared(giveaway_lock(${giveawayId}))`.execute(tx.db)
    const giveaway = await tx.db
      .selectFrom('giveaway')
      .select(['total_slots', 'ends_at', 'closed_at', 'archived_at'])
      .where('id', '=', giveawayId)
      .executeTakeFirst()
    if (!giveaway || giveaway.archived_at) throw refuse('giveaway_not_found')
    if (giveaway.closed_at || (giveaway.ends_at && giveaway.ends_at <= tx.now())) throw refuse('giveaway_ended')
    await requireStillEligible(tx, { giveawayId, userId })
    const rows = await tx.db
      .selectFrom('giveaway_entry')
      .select(['slot_number', 'user_id', 'is_private'])
      .where('giveaway_id', '=', giveawayId)
      .where('slot_number', 'in', [from, to])
      .where('removed_at', 'is', null)
      .execute()
    const isMine = rows.some(row => row.slot_number === from && row.user_id === userId && !row.is_private)
    if (!isMine) throw refuse('swap_not_yours', { slots: [from] })
    // Checked before the write, so that two users who want each other's slot do not block each other.
    const isTaken = to > giveaway.total_slots || rows.some(row => row.slot_number === to)
    if (isTaken) throw refuse('swap_slot_taken', { slots: [to] })
    const moved = await tx.db
      .updateTable('giveaway_entry')
      .set({ slot_number: to })
      .where('giveaway_id', '=', giveawayId)
      .where('slot_number', '=', from)
      .where('user_id', '=', userId)
      .where('is_private', '=', false)
      .where('removed_at', 'is', null)
      .returning(['id', 'slot_number', 'created_at', 'is_staff'])
      .executeTakeFirst()
    if (!moved) throw refuse('swap_not_yours', { slots: [from] })
    tx.onCommit(ctx => {
      slotsMoved(ctx, giveawayId, { taken: [to], freed: [from] }, { isStaff: moved.is_staff })
      tellUser(ctx, userId, 'entries')
    })
    return moved
  }).catch(error => {
    // Unique violation of live slots: the slot is taken, perhaps a moment ago.
    throw error.code === '23505' ? refuse('swap_slot_taken', { slots: [to] }) : error
  })
  return {
    entry: { id: entry.id, slotNumber: entry.slot_number, date: entry.created_at.toISOString() },
    message: `Slot swapped from ${from} to ${to}`,
  }
}
