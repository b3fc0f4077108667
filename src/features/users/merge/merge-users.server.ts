import { sql } from 'kysely'
import { z } from 'zod'
import { closeAccount, listOnceMarks, subjectOfClosing } from '#features/account/commands.server.ts'
import { lockCoupons, moveCodes } from '#features/codes/commands/merge-codes.server.ts'
import { lockAccounts, moveAllCredits } from '#features/credits/commands.server.ts'
import {
  listEntriesTogether,
  listUndrawnGiveaways,
  lockGiveaways,
  moveEntries,
  tellEntriesMoved,
} from '#features/giveaways/entries/commands/merge-entries.server.ts'
import { listLiveEntries } from '#features/giveaways/entries/queries/live-entries.server.ts'
import { markMerged, mergeIdentities } from '#features/identity/accounts/commands/merge-identities.server.ts'
import {
  dataSubjectOf,
  findAccount,
  findMergedInto,
  isStillThere,
  listMergedSince,
} from '#features/identity/user/queries.server.ts'
import { INSIGHTS, moveStanding } from '#features/insights/commands.server.ts'
import {
  lockMemberships,
  moveMemberships,
} from '#features/membership/subscriptions/sync/commands/merge-memberships.server.ts'
import { mergeConsents } from '#features/notifications/commands/merge-consents.server.ts'
import { lockOrders, moveOrders } from '#features/orders/history/commands/merge-orders.server.ts'
import { waitingOrders } from '#features/orders/order/address/commands/waiting-orders.server.ts'
import { listParcelsForTwo } from '#features/orders/order/address/queries/two-persons.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Proposed } from '#features/proposals/contract.ts'
import { moveReviews } from '#features/reviews/commands/merge-reviews.server.ts'
import { moveTickets } from '#features/support/commands.server.ts'
import { moveWinners } from '#features/winners/commands/merge-winners.server.ts'
import { listUndecidedEntries, requireNoOpenPrize } from '#features/winners/queries/open-prizes.server.ts'
import { moveWishes } from '#features/wishes/saved/commands.server.ts'
import { moveAlerts } from '#features/wishes/stock-alerts/commands/move-alerts.server.ts'
import { actorOf, requireAlso } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { keepOnce, readMailbox } from '#kernel/once/marks.server.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { enqueue, TryAgain, transact, transactAgain } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refuse as refuseCommon } from '#platform/errors.ts'
import { defineJob } from '#platform/jobs/jobs.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type ActedOn, personIn, refuse, requireOwnerFor, subjectOf, userToActOn } from '../access/acted-on.server.ts'
import { entryFacts } from '../access/undecided-entries.server.ts'
import type { MergeBody } from './merge-contract.ts'
import { blockersOf, bringsGrants, hasCredits, listUnproven } from './merge-preview.server.ts'

/** A merge that moves entries for which two persons decide. */
export const MERGE_PEOPLE = defineProposalKind({
  name: 'merge_people',
  title: 'Merge the account into another, with its entries',
  input: z.strictObject({ into: z.uuid() }),
  rights: ['people.merge', 'entries.change', 'credits.change'],
  voidAfter: ['person_not_found', 'same_person', 'staff_merge'],
  isErasing: true,
  execute: async (tx, { subject, input, reason }) =>
    mergeIn(tx, await personIn(tx, subject.id), await personIn(tx, input.into), reason),
})

type Merged = { into: ActedOn; isRepeated: boolean }

/**
 * Merges two accounts of one person in one transaction: everything of `from` goes to `into`, and `from` is closed like a deleted account.
 * Moved rows follow the rules of the direct acts: an open prize stays with its winner, entries and credits need their rights.
 * @returns `isRepeated`: true when the merge was done before and nothing changed; the proposal, where two persons decide about an entry.
 * @throws person_not_found, same_person, staff_merge, both_members, payment_open, entry_limit_exceeded, owner_only, conflict,
 * unproven_account, open_prize, Unauthorized, already_proposed.
 */
export async function mergeUsers(ctx: Context, input: MergeBody): Promise<Merged | Proposed> {
  const into = await userToActOn(ctx, input.into)
  const from = await findAccount(ctx, input.from)
  if (!from && (await findMergedInto(ctx, input.from)) === into.userId) return { into, isRepeated: true }
  if (!from) throw refuse('person_not_found')
  requireOwnerFor(from, actorOf(ctx).role)
  try {
    return await transactAgain(ctx, tx => mergeIn(tx, from, into, input.reason))
  } catch (error) {
    const isMerged = !(await findAccount(ctx, from.userId)) && (await findMergedInto(ctx, from.userId)) === into.userId
    if (isMerged) return { into, isRepeated: true }
    throw error
  }
}

async function mergeIn(
  tx: TransactionContext,
  from: ActedOn,
  into: ActedOn,
  reason: string,
): Promise<Merged | Proposed> {
  const { giveawayIds, undecided } = await lockBoth(tx, from, into)
  if (undecided.entries.length > 0) requireAlso(tx, 'entries.change')
  if (await hasCredits(tx, from.userId)) requireAlso(tx, 'credits.change')
  const parcels = await listParcelsForTwo(tx, from.userId)
  const isGrant = await bringsGrants(tx, from.userId, into.userId)
  if ((undecided.takesTwo || parcels.length > 0 || isGrant) && !tx.proposal)
    return propose(tx, MERGE_PEOPLE, {
      subject: subjectOf(from),
      people: [from.userId, into.userId],
      input: { into: into.userId },
      facts: [
        { label: 'Into', value: `${into.name}, ${into.email}`, isPrivate: true },
        ...entryFacts(undecided),
        ...parcelFacts(parcels),
        ...(isGrant ? [{ label: 'Credits', value: 'Staff granted many to both in the last 30 days' }] : []),
      ],
      reason,
    })
  await mergeAccounts(tx, from, into, { reason, giveawayIds })
  return { into, isRepeated: false }
}

const parcelFacts = (parcels: readonly { label: string }[]) =>
  parcels.map(({ label }) => ({ label: 'Unsent order', value: label }))

type Merging = { reason: string; giveawayIds: readonly string[] }

async function mergeAccounts(tx: TransactionContext, from: ActedOn, into: ActedOn, { reason, giveawayIds }: Merging) {
  const account = await findAccount(tx, from.userId)
  if (!account) throw refuseCommon('not_found')
  // Messages without a user are deleted by phone, and both accounts may have one phone.
  const closing = { account, keepsPhone: from.phone === into.phone, why: { mergedInto: into.email } }
  // Before the rows move.
  await keepOnce(tx, [
    ...(await listOnceMarks(tx, from)),
    { kind: 'merged', of: [await readMailbox(tx, from.email), from.userId] },
  ])
  const moved = await moveEverything(tx, subjectOfClosing(closing), into)
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
  await closeAccount(tx, closing)
  await markMerged(tx, { from: from.userId, into: into.userId })
  // Requests that started during the merge are re-applied to `into` by this job.
  await enqueue(tx, TEND_MERGED, {}, { startAfter: 60 })
  tx.onCommit(ctx => {
    tellEntriesMoved(ctx, giveawayIds)
    tellUser(ctx, into.userId, 'credits', 'entries', 'orders', 'membership')
  })
}

/**
 * Locks everything that moves, in the order that all code uses: giveaways, memberships, codes, orders, credits. An entry spends a credit,
 * so the locked credits fix the entries. Merges run one after another, because two merges may name the two accounts in opposite order.
 * @returns the giveaways, which stay locked until the commit, and the person's undecided entries in them.
 */
async function lockBoth(tx: TransactionContext, from: ActedOn, into: ActedOn) {
  const ids = [from.userId, into.userId]
  await sql`select pg_advisory_xact_lock(hashtext('merge_people'))`.execute(tx.db)
  const subject = dataSubjectOf(from)
  const giveawayIds = await listUndrawnGiveaways(tx, subject)
  await lockGiveaways(tx, giveawayIds)
  const members = await lockMemberships(tx, ids)
  await lockCoupons(tx, from.userId)
  const { isPaying } = await lockOrders(tx, from.userId)
  await lockAccounts(tx, ids)
  // The users' rows come last, as everywhere. A concurrent deletion or merge of one of them came first.
  for (const id of ids) if (!(await isStillThere(tx, id))) throw refuse('person_not_found')
  const now = await listUndrawnGiveaways(tx, subject)
  if (now.some(id => !giveawayIds.includes(id))) throw new TryAgain()
  const together = await listEntriesTogether(tx, giveawayIds, from.userId, into.userId)
  // Reads the current roles. Both rows are locked, so roles cannot change before the commit.
  const people = { from: (await findAccount(tx, from.userId))!, into: (await findAccount(tx, into.userId))! }
  const unproven = await listUnproven(tx, people)
  const [blocker] = blockersOf({ ...people, members, isPaying, together, unproven })
  if (blocker) throw blocker
  for (const person of [people.from, people.into]) await requireNoOpenPrize(tx, dataSubjectOf(person))
  const entries = await listUndecidedEntries(tx, subject)
  return { giveawayIds, undecided: { entries, takesTwo: entries.some(({ takesTwo }) => takesTwo) } }
}

/** Moves everything from one account to the other; the caller has locked it all. @returns the counts of moved rows. */
async function moveEverything(tx: TransactionContext, from: DataSubject, into: ActedOn) {
  const moved = await moveHoldings(tx, from, into)
  await mergeConsents(tx, { from: from.userId, into: into.userId })
  await mergeIdentities(tx, from, into)
  // An order of the one may wait for the address of the other.
  await waitingOrders.give(tx, into.userId)
  tx.onCommit(ctx => ctx.changed(INSIGHTS))
  return moved
}

/** Moves entries, prizes, memberships, codes, orders, credits and tickets. Changes nothing when nothing is left to move. */
async function moveHoldings(tx: TransactionContext, from: DataSubject, into: DataSubject, withEntries = true) {
  const two = { from: from.userId, into: into.userId }
  // Prizes come first, because the winner is told at the addresses of the entries before these move.
  await moveWinners(tx, two)
  if (withEntries) await moveEntries(tx, from, into)
  await moveMemberships(tx, two)
  await moveCodes(tx, two)
  const orders = await moveOrders(tx, two)
  await moveReviews(tx, two)
  await moveWishes(tx, two)
  await moveAlerts(tx, two)
  await moveAllCredits(tx, { ...two, mergeId: newId() })
  await moveStanding(tx, two)
  const tickets = await moveTickets(tx, two)
  return { orders, tickets }
}

export const TEND_MERGED = defineJob('tend-merged-people')

/** A payment page lives a day; the rest allows for missed nightly runs. */
const DAYS = 30

/**
 * Moves late rows of an emptied account after its merge: the credits of an order paid late, a membership that was just beginning. Runs soon
 * after each merge, and every night before `tend-deleted-accounts`, which would end the membership.
 */
export async function tendMergedUsers(ctx: Context): Promise<void> {
  for (const { from, into } of await listMergedSince(ctx, new Date(+ctx.now() - DAYS * DAY_MS)))
    await transact(ctx, async tx => {
      await lockMemberships(tx, [from, into.userId])
      await lockCoupons(tx, from)
      await lockOrders(tx, from)
      await lockAccounts(tx, [from, into.userId])
      // By id alone, because the account's e-mail address may belong to another user now.
      const late = { userId: from, email: '', phone: null }
      // Entries that arrived after the merge were not part of the proposal.
      const isForTwo = (await listLiveEntries(tx, late)).some(({ takesTwo }) => takesTwo)
      await moveHoldings(tx, late, into, !isForTwo)
      await waitingOrders.give(tx, into.userId)
    })
}
