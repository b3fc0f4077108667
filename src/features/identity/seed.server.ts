import type { TransactionContext } from '#kernel/context.ts'
import type { DemoUser } from '../../../db/demo/demo-types.ts'
import { createUser } from './accounts/commands/accounts.server.ts'
import { saveShippingAddress } from './shipping/commands/shipping-address.server.ts'

const DAY = 24 * 3600 * 1000
/** Spreads registrations over the day: a step that is coprime to the minutes of a day. */
const MINUTES_APART = 457

export type SeededUser = DemoUser & { userId: string; joinedAt: Date }

/**
 * Creates demo users with confirmed accounts and addresses.
 * @param passwordHash of the password of all demo users.
 */
export async function seedUsers(
  tx: TransactionContext,
  demoUsers: readonly DemoUser[],
  passwordHash: string,
): Promise<SeededUser[]> {
  const seeded: SeededUser[] = []
  for (const [position, user] of demoUsers.entries()) {
    const minutes = (position * MINUTES_APART) % (24 * 60)
    const joinedAt = new Date(+tx.now() - user.joinedDaysAgo * DAY - minutes * 60_000)
    const { email, name, phone, birthDate, isAdmin, address } = user
    const role = isAdmin ? 'owner' : null
    const made = { passwordHash, joinedAt, isMailboxProven: true }
    const userId = await createUser(tx, { email, name, phone, birthDate, role, ...made })
    if (!userId) throw new Error(`The demo has two users with the address ${email}.`)
    await saveShippingAddress(tx, { userId, address })
    seeded.push({ ...user, userId, joinedAt })
  }
  return seeded
}
