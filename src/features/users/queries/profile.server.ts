import { listEntriesOfUser } from '#features/giveaways/entries/queries/my-entries.server.ts'
import { bringerOf } from '#features/identity/registration/queries/referrals.server.ts'
import { accessOf, profileOf, userIdOf, userNoteCountOf, userNotesOf } from '#features/identity/user/queries.server.ts'
import { membershipRowOf } from '#features/membership/subscriptions/queries/subscription.server.ts'
import { listOrders } from '#features/orders/history/queries/orders.server.ts'
import { spentBy } from '#features/orders/order/queries/paid-counts.server.ts'
import { ticketsOf } from '#features/support/desk/queries/own-tickets.server.ts'
import type { Context } from '#kernel/context.ts'
import { refuse } from '../access/acted-on.server.ts'
import type { UserProfile } from '../profile/profile-contract.ts'
import { actsOn } from './offered-acts.server.ts'
import { userRowsOf } from './user-rows.server.ts'

/** Rows shown of each list; the list's own tab shows all. */
const SHOWN = 10
const NOTES = 50

/** A person with all data that staff work with. @throws person_not_found, also for a deleted account. */
export async function userProfileOf(
  ctx: Context,
  { email, id }: { email?: string | undefined; id?: string | undefined },
): Promise<UserProfile> {
  const userId = id ?? (email ? await userIdOf(ctx, email) : undefined)
  const [row] = userId ? await userRowsOf(ctx, [userId]) : []
  if (!row) throw refuse('person_not_found')
  const page = { limit: SHOWN }
  const [profile, access, orders, entries, tickets, membership, bringerId, spent, notes, noteCount, acts] =
    await Promise.all([
      profileOf(ctx, row.id),
      accessOf(ctx, row.id),
      listOrders(ctx, page, row.id),
      listEntriesOfUser(ctx, row.id, page),
      ticketsOf(ctx, row.id, page),
      membershipRowOf(ctx, row.id),
      bringerOf(ctx, row.id),
      spentBy(ctx, row.id),
      userNotesOf(ctx, row.id, NOTES),
      userNoteCountOf(ctx, row.id),
      actsOn(ctx, row),
    ])
  if (!profile || !access) throw refuse('person_not_found')
  return {
    ...row,
    ...access,
    shippingAddress: row.address,
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
  const bringer = await profileOf(ctx, userId)
  return bringer ? { id: userId, email: bringer.email } : null
}
