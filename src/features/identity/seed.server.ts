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
  const people = demoUsers.map((person, position) => {
    const minutes = (position * MINUTES_APART) % (24 * 60)
    return { ...person, userId: newId(), joinedAt: new Date(now - person.joinedDaysAgo * DAY - minutes * 60_000) }
  })
  await tx.db
    .insertInto('users')
    .values(
      people.map(person => ({
        id: person.userId,
        email: person.email,
        email_verified: true,
        name: person.name,
        phone: person.phone,
        birth_date: person.birthDate,
        role: person.isAdmin ? 'owner' : 'user',
        created_at: person.joinedAt,
        updated_at: person.joinedAt,
      })),
    )
    .execute()
  await tx.db
    .insertInto('credential')
    .values(
      people.map(({ userId, joinedAt }) => ({
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
      people.map(({ userId, address, joinedAt }) => ({
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
  return people
}
