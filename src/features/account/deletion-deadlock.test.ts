import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'

const giving = await openGivingShop()
const { shop, asAdmin, addGiveaway, enter } = giving
const { pool } = shop.services
afterEach(giving.expectAudited)

type Victim = 'deletion' | 'entry'

const GATE = 7
/** An entry waits here when it shares its user's row and has not reached the credits. The name comes after those of foreign keys. */
beforeAll(() =>
  pool.query(`create function wait_at_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end $$;
    create trigger wait_at_gate after insert on giveaway_participant for each row execute function wait_at_gate()`),
)

/**
 * Runs a deletion and an entry of one user into a deadlock: the deletion holds the credits and waits for the user's row, the entry shares
 * the user's row and waits for the credits. PostgreSQL looks for a deadlock once in a wait, after 1 s, and rolls back the session that
 * finds one. So the victim is the session whose wait begins last, when the other has looked already.
 * @param remove deletes the user's account.
 */
async function deadlockOf(victim: Victim, user: TestUser, remove: () => ReturnType<typeof shop.call>) {
  const giveaway = await addGiveaway()
  const enterIt = () => enter(giveaway, user, { slots: [7] })
  const holder = await pool.connect()
  await holder.query('begin')
  // What the victim waits for first. After the commit it waits for the other session.
  if (victim === 'deletion') await holder.query('select from users where id = $1 for key share', [user.userId])
  else await holder.query('select pg_advisory_xact_lock($1)', [GATE])
  const [startFirst, startSecond] = victim === 'deletion' ? [remove, enterIt] : [enterIt, remove]
  const first = startFirst()
  await waitForLockWaits(pool, 1)
  const second = startSecond()
  // Twice the time, because a busy machine looks late.
  await waitForLockWaits(pool, 2, 2.5)
  await holder.query('commit')
  holder.release()
  const [entry, deletion] = victim === 'deletion' ? [await second, await first] : [await first, await second]
  expect((await giving.slotsOf(giveaway)).taken).toEqual([])
  return { deletion, entry }
}

/** A wait that starts again on a busy machine makes the other session the victim. Then another user runs into it. */
const TRIES = 3

async function deadlock(victim: Victim, removing: (user: TestUser) => () => ReturnType<typeof shop.call>) {
  for (let tries = 1; ; tries++) {
    const user = await addFreshUser()
    const { deletion, entry } = await deadlockOf(victim, user, removing(user))
    // The session that is no victim goes on, so only an entry that came first is accepted.
    const isMet = (entry.status === 200) === (victim === 'deletion')
    if (isMet || tries === TRIES) return { user, deletion, entry }
  }
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
    const { user, deletion, entry } = await deadlock('deletion', deleteOwn)
    expect([entry.status, deletion.status]).toEqual([200, 200])
    expect(await transfersOf(user)).toEqual(['granted', 'entry', 'entry_returned', 'subtracted'])
  })

  it('a deletion by staff is done at its second try [B-4.48]', { tags: 'again' }, async () => {
    const byStaff = (user: TestUser) => () =>
      asAdmin('/api/admin/users/bulk-delete', { emails: [user.email] }, 'DELETE')
    const { deletion, entry } = await deadlock('deletion', byStaff)
    expect([entry.status, deletion.status, deletion.json.deletedCount]).toEqual([200, 200, 1])
  })

  it('the entry is refused at its second try, because its user is gone', async () => {
    const { user, deletion, entry } = await deadlock('entry', deleteOwn)
    expect(deletion.status).toBe(200)
    // The code says how far the deletion had come: the credits are locked, or all is gone.
    expect(['credit_needed', 'under_age']).toContain(entry.json.code)
    expect(await transfersOf(user)).toEqual(['granted', 'subtracted'])
  })
})
