import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { listDoubtfulAddresses } from '#features/identity/address-book/queries.server.ts'
import { findReferrer } from '#features/identity/registration/queries/referrals.server.ts'
import {
  findAccess,
  findProfile,
  findUserId,
  listUserNotes,
  readUserNoteCount,
} from '#features/identity/user/queries.server.ts'
import { findMembershipRow } from '#features/membership/subscriptions/queries/subscription.server.ts'
import { listOrders } from '#features/orders/history/queries/orders.server.ts'
import { readDollarsSpent } from '#features/orders/order/queries/paid-counts.server.ts'
import { listTickets } from '#features/support/desk/queries/own-tickets.server.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '../access/acted-on.server.ts'
import type { UserProfile } from '../profile/profile-contract.ts'
import { readOfferedActs } from './offered-acts.server.ts'
import { listUserRows } from './user-rows.server.ts'

/** Rows shown of each list; the list's own tab shows all. */
const SHOWN = 10
const NOTES = 50

/** A person with all data that staff work with. @throws person_not_found, also for a deleted account. */
export async function readUserProfile(
  ctx: Context,
  { email, id }: { email?: string | undefined; id?: string | undefined },
): Promise<UserProfile> {
  const userId = id ?? (email ? await findUserId(ctx, email) : undefined)
  const [row] = userId ? await listUserRows(ctx, [userId]) : []
  if (!row) throw refuse('person_not_found')
  const page = { limit: SHOWN }
  const [
    profile,
    access,
    orders,
    entries,
    tickets,
    membership,
    bringerId,
    spent,
    notes,
    noteCount,
    acts,
    doubtfulAddresses,
  ] = await Promise.all([
    findProfile(ctx, row.id),
    findAccess(ctx, row.id),
    listOrders(ctx, page, row.id),
    listEntriesOfUser(ctx, row.id, page),
    listTickets(ctx, row.id, page),
    findMembershipRow(ctx, row.id),
    findReferrer(ctx, row.id),
    readDollarsSpent(ctx, row.id),
    listUserNotes(ctx, row.id, NOTES),
    readUserNoteCount(ctx, row.id),
    readOfferedActs(ctx, row),
    listDoubtfulAddresses(ctx, row.id),
  ])
  if (!profile || !access) throw refuse('person_not_found')
  return {
    ...row,
    ...access,
    shippingAddress: row.address,
    doubtfulAddresses,
    updatedAt: access.updatedAt.toISOString(),
    lastSignInAt: access.lastSignInAt?.toISOString() ?? null,
    age: profile.age,
    smsStopped: profile.smsStopped,
    pushConsent: profile.pushConsent,
    membership: membership
      ? {
          plan: membership.plan,
          status: membership.status,
          startedAt: membership.startedAt.toISOString(),
          paidUntil: membership.periodEndsAt.toISOString(),
          endsAtPeriodEnd: membership.isEnding,
        }
      : null,
    recentOrders: orders.orders,
    recentEntries: entries.entries,
    tickets: tickets.tickets.map(({ id, type, subject, status, createdAt }) => ({
      id,
      type,
      subject,
      status,
      createdAt,
    })),
    referredBy: bringerId ? await briefOf(ctx, bringerId) : null,
    spent,
    notes,
    noteCount,
    acts,
  }
}

async function briefOf(ctx: Context, userId: string) {
  const bringer = await findProfile(ctx, userId)
  return bringer ? { id: userId, email: bringer.email } : null
}
