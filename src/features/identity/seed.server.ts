import type { TransactionContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { DemoUser } from '../../../db/demo/demo-types.ts'
import { hashPassword } from './passwords/passwords.server.ts'

const DAY = 24 * 3600 * 1000
/** Spreads registrations over the day: a step that is coprime to the minutes of a day. */
const MINUTES_APART = 457

export type SeededUser = DemoUser & { userId: string; joinedAt: Date }

/**
 * Creates demo users with confirmed accounts and addresses.
 * @param password of all demo users. It is hashed once, because a hash is slow on purpose.
 */
export async function seedUsers(
  tx: TransactionContext,
  demoUsers: readonly DemoUser[],
  password: string,
): Promise<SeededUser[]> {
  const hash = await hashPassword(password)
  const now = +tx.now()
  const users = demoUsers.map((user, position) => {
    const minutes = (position * MINUTES_APART) % (24 * 60)
    return { ...user, userId: newId(), joinedAt: new Date(now - user.joinedDaysAgo * DAY - minutes * 60_000) }
  })
  await tx.db
    .insertInto('users')
    .values(
      users.map(user => ({
        id: user.userId,
        email: user.email,
        email_verified: true,
        name: user.name,
        phone: user.phone,
        birth_date: user.birthDate,
        role: user.isAdmin ? 'owner' : 'user',
        created_at: user.joinedAt,
        updated_at: user.joinedAt,
      })),
    )
    .execute()
  await tx.db
    .insertInto('credential')
    .values(
      users.map(({ userId, joinedAt }) => ({
        id: newId(),
        user_id: userId,
        provider_id: 'credential',
        account_id: userId,
        password: hash,
        created_at: joinedAt,
        updated_at: joinedAt,
      })),
    )
    .execute()
  await tx.db
    .insertInto('shipping_address')
    .values(
      users.map(({ userId, address, joinedAt }) => ({
        user_id: userId,
        line1: address.line1,
        line2: address.line2,
        city: address.city,
        state: address.state,
        postal_code: address.postalCode,
        country: address.country,
        updated_at: joinedAt,
      })),
    )
    .execute()
  return users
}
