import { sql } from 'kysely'
import { closeAccount } from '#features/account/commands.server.ts'
import { lockCouponsOf } from '#features/codes/commands/merge-codes.server.ts'
import { lockAccountsOf } from '#features/credits/commands.server.ts'
import {
  entriesTogether,
  lockGiveaways,
  tellEntriesMoved,
  undrawnGiveawaysOf,
} from '#features/giveaways/entries/commands/merge-entries.server.ts'
import { markMerged } from '#features/identity/accounts/commands/merge-identities.server.ts'
import { accountOf, isStillThere, mergedIntoOf } from '#features/identity/queries.server.ts'
import { lockMembershipsOf } from '#features/membership/subscriptions/sync/commands/merge-memberships.server.ts'
import { lockOrdersOf } from '#features/orders/history/commands/merge-orders.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { type ActedOn, refuse, subjectOf, userToActOn } from '../access/acted-on.server.ts'
import type { MergeBody } from './merge-contract.ts'
import { blockersOf } from './merge-preview.server.ts'
import { moveEverything, TEND_MERGED } from './move-everything.server.ts'

/** Maximum number of tries after a conflict. */
const TRIES = 10
const DEADLOCK = '40P01'
/** Rolls back the transaction because `from` entered another giveaway during the merge. */
class EnteredMeanwhile extends Error {}

/**
 * Merges two accounts of one person in one transaction: everything of `from` goes to `into`, and `from` is closed like a deleted account.
 * @returns `isRepeated`: true when the merge was done before and nothing changed.
 * @throws person_not_found, same_person, staff_merge, both_members, payment_open, entry_limit_exceeded, owner_only.
 */
export async function mergeUsers(ctx: Context, input: MergeBody): Promise<{ into: ActedOn; isRepeated: boolean }> {
  const into = await userToActOn(ctx, input.into)
  const from = await accountOf(ctx, input.from)
  if (!from && (await mergedIntoOf(ctx, input.from)) === into.userId) return { into, isRepeated: true }
  if (!from) throw refuse('person_not_found')
  for (let tries = 1; ; tries++) {
    try {
      await mergeOnce(ctx, from, into, input.reason)
      return { into, isRepeated: false }
    } catch (error) {
      if (!(await accountOf(ctx, from.userId)) && (await mergedIntoOf(ctx, from.userId)) === into.userId)
        return { into, isRepeated: true }
      const isLost = error instanceof EnteredMeanwhile || (error as { code?: string }).code === DEADLOCK
      if (!isLost || tries === TRIES) throw error
    }
  }
}

async function mergeOnce(ctx: Context, from: ActedOn, into: ActedOn, reason: string): Promise<void> {
  await closeAccount(ctx, {
    userId: from.userId,
    email: from.email,
    // Messages are deleted by phone, and both accounts may have one phone.
    phone: from.phone === into.phone ? null : from.phone,
    name: from.name,
    why: { mergedInto: into.email },
    first: async tx => {
      const giveawayIds = await lockBoth(tx, from, into)
      const moved = await moveEverything(tx, from, into)
      await writeAuditLog(tx, {
        action: 'merged into another',
        subject: subjectOf(from),
        after: { into: into.userId },
        reason,
      })
      await writeAuditLog(tx, {
        action: 'took in another account',
        subject: subjectOf(into),
        after: { from: from.userId, ...moved },
        reason,
      })
      tx.onCommit(ctx => {
        tellEntriesMoved(ctx, giveawayIds)
        tellUser(ctx, into.userId, 'credits', 'entries', 'orders', 'membership')
      })
    },
    last: async tx => {
      await markMerged(tx, { from: from.userId, into: into.userId })
      // Requests that started during the merge are re-applied to `into` by this job.
      await enqueue(tx, TEND_MERGED, {}, { startAfter: 60 })
    },
  })
}

/**
 * Locks everything that moves, in the order that all code uses: giveaways, memberships, codes, orders, credits. An entry spends a credit,
 * so the locked credits fix the entries. Merges run one after another, because two merges may name the two accounts in opposite order.
 * @returns the giveaways, which stay locked until the end.
 */
async function lockBoth(tx: TransactionContext, from: ActedOn, into: ActedOn): Promise<string[]> {
  const ids = [from.userId, into.userId]
  await sql`select pg_advisory_xact_lock(hashtext('merge_people'))`.execute(tx.db)
  const giveawayIds = await undrawnGiveawaysOf(tx, from)
  await lockGiveaways(tx, giveawayIds)
  const members = await lockMembershipsOf(tx, ids)
  await lockCouponsOf(tx, from.userId)
  const { isPaying } = await lockOrdersOf(tx, from.userId)
  await lockAccountsOf(tx, ids)
  // The users' rows come last, as everywhere. A concurrent deletion or merge of one of them came first.
  for (const id of ids) if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
  const now = await undrawnGiveawaysOf(tx, from)
  if (now.some(id => !giveawayIds.includes(id))) throw new EnteredMeanwhile()
  const together = await entriesTogether(tx, giveawayIds, from.userId, into.userId)
  // Reads the current roles. Both rows are locked, so roles cannot change before the commit.
  const people = { from: (await accountOf(tx, from.userId))!, into: (await accountOf(tx, into.userId))! }
  const [blocker] = blockersOf({ ...people, members, isPaying, together })
  if (blocker) throw blocker
  return giveawayIds
}
