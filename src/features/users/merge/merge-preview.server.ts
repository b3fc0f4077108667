import { readBalances } from '#features/credits/queries.server.ts'
import {
  listEntriesTogether,
  listUndrawnGiveaways,
  readPastEntryCount,
  type Together,
} from '#features/giveaways/entries/commands/merge-entries.server.ts'
import { readReferralsTogether } from '#features/identity/registration/queries/referrals.server.ts'
import { dataSubjectOf, findProfile, isMailboxProven } from '#features/identity/user/queries.server.ts'
import { findRunningMembership } from '#features/membership/personal-data.server.ts'
import { readConsentsOfBoth } from '#features/notifications/commands/merge-consents.server.ts'
import { listParcelsForTwo } from '#features/orders/order/address/queries/two-persons.server.ts'
import { readWorthOfGrant } from '#features/orders/order/queries/money-takes-two.server.ts'
import { readOrderCounts } from '#features/orders/order/queries/paid-counts.server.ts'
import { readTicketCount } from '#features/support/desk/queries/own-tickets.server.ts'
import {
  listOpenPrizes,
  listUndecidedEntries,
  readOpenPrizeRefusal,
} from '#features/winners/queries/open-prizes.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import type { Refusal } from '#platform/errors.ts'
import { type ActedOn, refuse, userToActOn } from '../access/acted-on.server.ts'
import type { MergePreview } from './merge-contract.ts'

/** The effects of merging two accounts and the reasons against it. @throws person_not_found, owner_only. */
export async function readMergePreview(ctx: Context, input: { from: string; into: string }): Promise<MergePreview> {
  const [from, into] = [await userToActOn(ctx, input.from), await userToActOn(ctx, input.into)]
  const two = { from: from.userId, into: into.userId }
  const subject = dataSubjectOf(from)
  const ids = await listUndrawnGiveaways(ctx, subject)
  const [profiles, orders, balances, together, pastEntries, memberships, tickets, consents, referrals] =
    await Promise.all([
      Promise.all([findProfile(ctx, two.from), findProfile(ctx, two.into)]),
      readOrderCounts(ctx, two.from),
      readBalances(ctx, [two.from, two.into]),
      listEntriesTogether(ctx, ids, two.from, two.into),
      readPastEntryCount(ctx, subject),
      Promise.all([findRunningMembership(ctx, two.from), findRunningMembership(ctx, two.into)]),
      readTicketCount(ctx, two.from),
      readConsentsOfBoth(ctx, two),
      readReferralsTogether(ctx, two),
    ])
  const members = [two.from, two.into].filter((_, index) => memberships[index] !== null)
  const unproven = await listUnproven(ctx, { from, into })
  const blockers = blockersOf({ from, into, members, isPaying: orders.pending > 0, together, unproven })
  for (const person of [from, into]) blockers.push(...(await openPrizesIn(ctx, person)))
  const [fromProfile, intoProfile] = profiles
  return {
    from: briefOf(from, fromProfile!),
    into: briefOf(into, intoProfile!),
    blockers: blockers.map(({ code, message }) => ({ code, message })),
    takesTwoPersons:
      (await listUndecidedEntries(ctx, subject)).some(({ takesTwo }) => takesTwo) ||
      (await listParcelsForTwo(ctx, from.userId)).length > 0 ||
      (await bringsGrants(ctx, from.userId, into.userId)),
    orders: orders.all,
    credits: creditsTogether(balances.get(two.from), balances.get(two.into)),
    entries: together,
    pastEntries,
    membership: memberships[1] ? 'into' : memberships[0] ? 'from' : null,
    tickets,
    consents: {
      sms: consents.sms,
      push: consents.push,
      promotionalEmails: consents.email && consents.promotionalEmails,
    },
    address: addressOf(intoProfile?.shippingAddress, fromProfile?.shippingAddress),
    referrals,
  }
}

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>
type Balances = Partial<Record<Tier, number>> | undefined

const briefOf = ({ userId, email }: ActedOn, profile: Profile) => ({
  id: userId,
  name: profile.name,
  email,
  phone: profile.phone,
  birthday: profile.birthDate,
  joinDate: profile.joinDate,
})

const creditsTogether = (from: Balances, into: Balances) =>
  TIERS.flatMap(tier => {
    const [one, other] = [from?.[tier] ?? 0, into?.[tier] ?? 0]
    return one > 0 ? [{ tier, from: one, into: other, together: one + other }] : []
  })

function addressOf(own: Profile['shippingAddress'] | undefined, others: Profile['shippingAddress'] | undefined) {
  if (own) return { source: 'into' as const, address: own }
  return others ? { source: 'from' as const, address: others } : null
}

/** Credits that staff granted to both in the last 30 days come together to what two persons grant. */
export const bringsGrants = async (ctx: DataContext, from: string, into: string): Promise<boolean> =>
  (await hasCredits(ctx, from)) && (await readWorthOfGrant(ctx, [from, into], {})).takesTwo

export const hasCredits = async (ctx: DataContext, userId: string): Promise<boolean> =>
  Object.values((await readBalances(ctx, [userId])).get(userId) ?? {}).some(count => count > 0)

/** One refusal for each open prize of a person. */
const openPrizesIn = async (ctx: Context, person: ActedOn): Promise<Refusal[]> =>
  Promise.all((await listOpenPrizes(ctx, dataSubjectOf(person))).map(id => readOpenPrizeRefusal(ctx, id)))

type Two = { from: ActedOn; into: ActedOn }

/** The accounts of a merge whose mailbox is unproven. Such an account may belong to another person than its address does. */
export async function listUnproven(ctx: DataContext, { from, into }: Two): Promise<ActedOn[]> {
  const proven = [await isMailboxProven(ctx, from.userId), await isMailboxProven(ctx, into.userId)]
  return [from, into].filter((_, at) => !proven[at])
}

type Found = {
  from: ActedOn
  into: ActedOn
  /** Which of the two has an active membership. */
  members: readonly string[]
  /** An order of `from` is waiting for its payment. */
  isPaying: boolean
  together: readonly Together[]
  /** The accounts of the merge whose mailbox is unproven. */
  unproven: readonly ActedOn[]
}

/** Reasons to refuse a merge, the gravest first; empty when the merge is allowed. */
export function blockersOf({ from, into, members, isPaying, together, unproven }: Found): Refusal[] {
  const blockers: Refusal[] = []
  if (from.userId === into.userId) blockers.push(refuse('same_person'))
  if (from.isAdmin || into.isAdmin) blockers.push(refuse('staff_merge'))
  for (const { email } of unproven) blockers.push(refuse('unproven_account', { email }))
  if (members.length > 1) blockers.push(refuse('both_members'))
  if (isPaying) blockers.push(refuse('payment_open'))
  const over = together.filter(one => one.from > 0 && one.from + one.into > one.limit)
  if (over.length > 0)
    blockers.push(refuse('entry_limit_exceeded', { giveaways: over.map(one => one.giveaway).join(', ') }))
  return blockers
}
