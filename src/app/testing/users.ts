import { issueCredits } from '#features/credits/commands.server.ts'
import type { Role } from '#kernel/rights.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Shop } from '../services/services.server.ts'

/** A user, and the ID token for their calls. */
export type TestUser = { userId: string; email: string; idToken: string }

export type UserOptions = {
  email?: string
  name?: string
  /** An owner, who may do everything. */
  admin?: boolean
  /** A staff role. */
  role?: Role
  subscriber?: boolean
  birthDate?: string
  /** False leaves the shipping address out. */
  address?: boolean
  credits?: Partial<Record<Tier, number>>
}

const MONTH_MS = 31 * 24 * 3600 * 1000

/**
 * Adds a confirmed user of age who may buy and enter, unless the options say otherwise.
 * @param now by the shop's clock; a membership starts then.
 */
export async function addUser(shop: Shop, now: Date, user: UserOptions = {}): Promise<TestUser> {
  const userId = newId()
  const email = user.email ?? `user-${userId.slice(-12)}@example.com`
  const name = user.name ?? 'Sam Porter'
  const role = user.role ?? (user.admin ? 'owner' : null)
  const { db } = shop.services
  await db
    .insertInto('users')
    .values({
      id: userId,
      email,
      name,
      email_verified: true,
      phone: '+18015550100',
      birth_date: user.birthDate ?? '1990-05-17',
      role: role ?? 'user',
      created_at: now,
    })
    .execute()
  if (user.address !== false) {
    await db
      .insertInto('shipping_address')
      .values({ user_id: userId, line1: '1 Fort Street', city: 'Provo', state: 'UT', postal_code: '84601' })
      .execute()
  }
  if (user.subscriber) {
    await db
      .insertInto('membership')
      .values({
        id: newId(),
        user_id: userId,
        plan: 'monthly',
        status: 'active',
        started_at: now,
        current_period_ends_at: new Date(+now + MONTH_MS),
      })
      .execute()
  }
  for (const [tier, amount] of Object.entries(user.credits ?? {})) {
    const source = { type: 'test', id: userId, description: 'For a test' }
    await transact(shop.system, tx => issueCredits(tx, { userId, tier: tier as Tier, amount, kind: 'granted', source }))
  }
  const claims = {
    userId,
    email,
    name,
    isAdmin: role !== null,
    role,
    isSubscriber: user.subscriber ?? false,
    // Counts as a recent sign-in, which sensitive staff actions require.
    ...(role && { authenticatedAt: now }),
  }
  return { userId, email, idToken: (await shop.idTokens.issue(claims)).idToken }
}
