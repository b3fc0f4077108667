import { sql } from 'kysely'
import { readBalances } from '#features/credits/queries.server.ts'
import { readActiveEntryCounts } from '#features/giveaways/entries/queries/entry-counts.server.ts'
import { readStoppedPhones } from '#features/notifications/queries/recipients.server.ts'
import { readPaidCounts } from '#features/orders/order/queries/paid-counts.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Role } from '#kernel/rights.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { TierCounts, UserAddress, UserRow } from '../contract.ts'
import { partsOfName } from '../rules.ts'

/** Users as all lists of staff show them, in the order of the ids; deleted users are missing. */
export async function listUserRows(ctx: DataContext, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  const [rows, balances, entries, purchases] = await Promise.all([
    readUsers(ctx, ids),
    readBalances(ctx, ids),
    readActiveEntryCounts(ctx, ids),
    readPaidCounts(ctx, ids),
  ])
  const stopped = await readStoppedPhones(ctx, rows)
  const people = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = people.get(id)
    if (!row) return []
    return {
      ...whoOf({ ...row, smsConsent: row.smsConsent && !stopped.has(row.phone ?? '') }),
      entries: entries.get(id) ?? 0,
      purchases: purchases.get(id) ?? 0,
      credits: tierCounts(balances.get(id)),
    }
  })
}

const readUsers = (ctx: DataContext, ids: readonly string[]) =>
  ctx.db
    .selectFrom('users as u')
    .leftJoin('shipping_address as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'u.phone', 'u.role', 'u.offered_role', 'u.birth_date'])
    .select(['u.enabled', 'u.sms_consent as smsConsent', 'u.created_at'])
    .select(['a.line1', 'a.line2', 'a.city', 'a.state', 'a.postal_code', 'a.country'])
    .select(sql<boolean>`is_subscriber(u.id)`.as('is_member'))
    .where('u.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('u.deleted_at', 'is', null)
    .execute()
type Row = Awaited<ReturnType<typeof readUsers>>[number]

const whoOf = (row: Row) => ({
  id: row.id,
  name: row.name,
  ...partsOfName(row.name),
  email: row.email,
  username: row.email,
  phone: row.phone,
  isAdmin: row.role !== 'user',
  role: row.role === 'user' ? null : (row.role as Role),
  offeredRole: row.offered_role as Role | null,
  joinDate: row.created_at.toISOString(),
  birthday: row.birth_date,
  subscriptionTier: row.is_member ? ('Subscriber' as const) : ('Free' as const),
  isSubscriber: row.is_member,
  smsConsent: row.smsConsent,
  attributes: {
    phone_number: row.phone ?? '',
    'custom:sms_opt_in': row.smsConsent ? ('true' as const) : ('false' as const),
  },
  address: addressOf(row),
  disabled: !row.enabled,
})

/** A stored address is complete (0001_identity.sql), so checking one column is enough. */
const addressOf = (row: Row): UserAddress | null =>
  row.line1 === null
    ? null
    : {
        line1: row.line1,
        line2: row.line2,
        city: row.city!,
        state: row.state!,
        postalCode: row.postal_code!,
        country: row.country as UserAddress['country'],
      }

export function tierCounts(balances: Partial<Record<Tier, number>> = {}): TierCounts {
  const { Bronze = 0, Silver = 0, Gold = 0, Platinum = 0 } = balances
  const total = Bronze + Silver + Gold + Platinum
  return { total, bronze: Bronze, silver: Silver, gold: Gold, platinum: Platinum }
}
