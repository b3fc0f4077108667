import { expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'

const { shop, asAdmin, addGiveaway, enter } = await openGivingShop()
const { pool } = shop.services

it('an entry that goes while an account is deleted does not stop the deletion [B-4.48]', async () => {
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  const giveaway = await addGiveaway()
  await enter(giveaway, user, { slots: [3] })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(giveaway_lock($1))', [giveaway.id])
  const deletions = [1, 2].map(() => asAdmin('/api/admin/users/bulk-delete', { emails: [user.email] }, 'DELETE'))
  await waitForLockWaits(pool, 2)
  await holder.query('commit')
  holder.release()
  const answers = await Promise.all(deletions)
  expect(answers.map(({ json }) => json.failures?.[0]?.code ?? 'deleted').sort()).toEqual(['deleted', 'not_found'])
})
