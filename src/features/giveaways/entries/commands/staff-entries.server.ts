import { sql } from 'kysely'
import { z } from 'zod'
import { returnCredits, returnCreditsToMany } from '#features/credits/commands.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { type LockedGiveaway, lockedUnfrozen } from '../../giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { giveawayChanged, slotsMoved } from '../../giveaway/queries/live-slots.server.ts'
import { mustPropose } from '../../two-persons/commands/must-propose.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

type Input = { giveawayId: string; slotNumber: number; reason?: string | undefined; returnCredit?: boolean | undefined }
/** `left`: the person's account is deleted. */
type Leaving = {
  as?: 'left' | undefined
  /** The entry that was read before the lock. Another person may have taken its slot since. */
  entryId?: string | undefined
}

/** Removes an entry of a giveaway whose value takes two persons. */
export const REMOVE_ENTRY = defineProposalKind({
  name: 'remove_entry',
  title: 'Remove the entry',
  input: z.strictObject({ giveawayId: z.string(), slotNumber: z.int(), returnCredit: z.boolean() }),
  rights: ['entries.change'],
  voidAfter: ['entry_not_found', 'giveaway_not_found', 'already_drawn', 'already_frozen'],
  execute: (tx, { subject, input, reason }) => removeLocked(tx, { ...input, reason, entryId: subject.id }),
})

/**
 * Removes the live entry of a slot for staff. Staff decide whether the credit of a bought entry is returned; the default is yes. In a
 * giveaway that takes two persons this is a proposal.
 * @throws entry_not_found, already_drawn, already_proposed.
 */
export const removeEntry = (ctx: Context, input: Input): Promise<Proposed | null> =>
  transact(ctx, async tx => {
    const { giveawayId, slotNumber, reason, returnCredit = true } = input
    const giveaway = await lockedUnfrozen(tx, giveawayId)
    if (!(await mustPropose(tx, giveaway))) {
      await removeLocked(tx, input)
      return null
    }
    const entry = await tx.db
      .selectFrom('giveaway_entry as e')
      .leftJoin('users as u', 'u.id', 'e.user_id')
      .select(['e.id', 'e.user_id', 'e.is_private'])
      .select(eb => eb.fn.coalesce('u.name', 'e.mail_name').as('name'))
      .where('e.giveaway_id', '=', giveawayId)
      .where('e.slot_number', '=', slotNumber)
      .where('e.removed_at', 'is', null)
      .executeTakeFirst()
    if (!entry) throw refuse('entry_not_found')
    return propose(tx, REMOVE_ENTRY, {
      subject: { type: 'entry', id: entry.id, label: `Slot ${slotNumber}, ${giveaway.title}` },
      people: entry.user_id ? [entry.user_id] : [],
      input: { giveawayId, slotNumber, returnCredit },
      facts: [
        { label: 'Entrant', value: entry.name ?? 'Entrant', isPrivate: true },
        ...(entry.is_private ? [] : [{ label: 'Credit', value: returnCredit ? 'Returned' : 'Kept by the shop' }]),
      ],
      reason,
    })
  })

async function removeLocked(tx: TransactionContext, input: Input & Pick<Leaving, 'entryId'>): Promise<void> {
  const { giveawayId, slotNumber } = input
  const gone = await takeOutEntry(tx, input)
  await writeAuditLog(tx, {
    action: 'removed',
    subject: { type: 'entry', id: gone.id, label: `Slot ${slotNumber}, ${gone.title}` },
    after: { giveawayId, slotNumber, creditReturned: gone.isReturned },
    reason: input.reason,
  })
  tx.onCommit(ctx => {
    slotsMoved(ctx, giveawayId, { freed: [slotNumber] })
    if (gone.ownerId) tellUser(ctx, gone.ownerId, 'credits', 'entries')
    giveawayChanged(ctx, giveawayId)
  })
}

/** Removes an entry, without notifying screens. `ownerId` is null for a free entry without an account. */
export async function takeOutEntry(tx: TransactionContext, input: Input & Leaving) {
  const { giveawayId, slotNumber, reason, returnCredit = true } = input
  const { tier, title } = await lockedUnfrozen(tx, giveawayId)
  const entry = await tx.db
    .updateTable('giveaway_entry')
    .set({
      removed_at: tx.now(),
      removed_by: tx.actor?.userId ?? null,
      removed_reason: reason ?? null,
      removed_as: input.as ?? null,
      is_forfeited: sql<boolean>`${!returnCredit} and not is_private`,
    })
    .where('giveaway_id', '=', giveawayId)
    .where('slot_number', '=', slotNumber)
    .$if(input.entryId !== undefined, entry => entry.where('id', '=', input.entryId!))
    .where('removed_at', 'is', null)
    .returning(['id', 'user_id', 'is_private'])
    .executeTakeFirst()
  if (!entry) throw refuse('entry_not_found')
  const gone = { id: entry.id, title, ownerId: entry.user_id, isReturned: !entry.is_private && returnCredit }
  if (entry.is_private || !entry.user_id) return gone
  const counted = await tx.db
    .updateTable('giveaway_participant')
    .set(eb => ({ entry_count: eb('entry_count', '-', 1) }))
    .where('giveaway_id', '=', giveawayId)
    .where('user_id', '=', entry.user_id)
    .executeTakeFirst()
  requireOneRow(counted, `participant ${entry.user_id} of ${giveawayId}`)
  if (!returnCredit) return gone
  const source = { type: 'entry', id: entry.id, description: `Slot ${slotNumber} returned, ${title}` }
  await returnCredits(tx, { userId: entry.user_id, tier, amount: 1, kind: 'entry_returned', source })
  return gone
}

/** Credits returned per statement. */
const PIECE = 5000

type Gone = { id: string; user_id: string | null; slot_number: number; is_private: boolean }

/**
 * Removes every entry of an exclusively locked giveaway and returns the credits of bought entries.
 * @returns the numbers of removed entries and returned credits, and the moment in the entries.
 */
export async function returnAllEntries(tx: TransactionContext, giveaway: LockedGiveaway, reason: string) {
  const { id, tier, title } = giveaway
  const at = tx.now()
  const { rows } = await sql<Gone>`
    with gone as (
      update giveaway_entry set removed_at = ${at}, removed_by = ${tx.actor?.userId ?? null}, removed_reason = ${reason},
        removed_as = 'cancelled'
      where giveaway_id = ${id} and removed_at is null returning id, user_id, slot_number, is_private
    )
    -- Accounts are locked in the order of their owners, like every lock of several accounts.
    select * from gone order by user_id, slot_number`.execute(tx.db)
  await tx.db.updateTable('giveaway_participant').set({ entry_count: 0 }).where('giveaway_id', '=', id).execute()
  const bought = rows.filter(row => !row.is_private)
  for (let from = 0; from < bought.length; from += PIECE) {
    const sources = bought.slice(from, from + PIECE).map(row => ({
      userId: row.user_id!,
      source: { type: 'entry', id: row.id, description: `Slot ${row.slot_number} returned, ${title}` },
    }))
    await returnCreditsToMany(tx, { tier, sources })
  }
  const owners = new Set(rows.map(row => row.user_id).filter(owner => owner !== null))
  tx.onCommit(ctx => {
    giveawayChanged(ctx, id)
    for (const userId of owners) tellUser(ctx, userId, 'credits', 'entries')
  })
  return {
    at,
    entries: rows.length,
    credits: bought.length,
    people: new Set(rows.map(row => row.user_id ?? row.id)).size,
  }
}
