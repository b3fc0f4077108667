import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter } = giving
const { pool } = shop.services
afterEach(giving.expectAudited)
afterAll(() => shop.close())

/**
 * Runs a deletion and an entry of one user into a deadlock: the deletion holds the credits and waits for the user's row, the entry shares
 * the user's row and waits for the credits. PostgreSQL rolls back the one that looks for a deadlock first when it has come about.
 * @param remove deletes the user's account.
 */
async function deadlock(victim: 'deletion' | 'entry', user: TestUser, remove: () => ReturnType<typeof shop.call>) {
  const giveaway = await addGiveaway()
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from users where id = $1 for key share', [user.userId])
  const deletion = remove()
  await waitForLockWaits(pool, 1)
  const entry = enter(giveaway, user, { slots: [7] })
  await waitForLockWaits(pool, 2)
  // The entry has looked and found none. The deletion's next wait, for the entry, begins at the commit.
  if (victim === 'deletion') await waitForLockWaits(pool, 2, 1.5)
  await holder.query('commit')
  holder.release()
  const answers = { deletion: await deletion, entry: await entry }
  expect((await giving.slotsOf(giveaway)).taken).toEqual([])
  return answers
}

/** A user who has just signed in, and so may delete the account without the password. */
async function addFreshUser(): Promise<TestUser> {
  const user = await shop.addUser({ credits: { Bronze: 3 } })
  const claims = { name: 'Sam', isAdmin: false, role: null, isSubscriber: false, authenticatedAt: shop.clock.now() }
  return { ...user, ...(await shop.idTokens.issue({ ...user, ...claims })) }
}

const deleteOwn = (as: TestUser) => () => shop.call('/api/my/delete-account', { as, json: { confirmation: 'DELETE' } })

/** What moved the user's credits, oldest first. */
async function transfersOf({ userId }: TestUser): Promise<string[]> {
  const transfers = shop.services.db.selectFrom('credit_transfer').select('kind').where('user_id', '=', userId)
  return (await transfers.orderBy('created_at').orderBy('id').execute()).map(({ kind }) => kind)
}

describe('a deletion in a deadlock with an entry of its user', () => {
  it('the deletion is done at its second try, and returns the credit of the entry that came first [B-4.48]', async () => {
    const user = await addFreshUser()
    const { deletion, entry } = await deadlock('deletion', user, deleteOwn(user))
    expect([entry.status, deletion.status]).toEqual([200, 200])
    expect(await transfersOf(user)).toEqual(['granted', 'entry', 'entry_returned', 'subtracted'])
  })

  it('a deletion by staff is done at its second try [B-4.48]', async () => {
    const user = await addFreshUser()
    const byStaff = () => asAdmin('/api/admin/users/bulk-delete', { emails: [user.email] }, 'DELETE')
    const { deletion, entry } = await deadlock('deletion', user, byStaff)
    expect([entry.status, deletion.status, deletion.json.deletedCount]).toEqual([200, 200, 1])
  })

  it('the entry is refused at its second try, because its user is gone', async () => {
    const user = await addFreshUser()
    const { deletion, entry } = await deadlock('entry', user, deleteOwn(user))
    expect(deletion.status).toBe(200)
    // The code says how far the deletion had come: the credits are locked, or all is gone.
    expect(['credit_needed', 'under_age']).toContain(entry.json.code)
    expect(await transfersOf(user)).toEqual(['granted', 'subtracted'])
  })
})
