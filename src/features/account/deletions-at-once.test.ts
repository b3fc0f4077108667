import { expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { waitForLockWaits } from '#platform/testing/lock-waits.ts'

const { shop, asAdmin, addGiveaway, enter } = await openGivingShop()
const { pool } = shop.services

/** Deletes an account while another transaction holds its giveaway, does `change` and commits. @returns the code of a refusal. */
async function deleteDuring(giveawayId: string, email: string, change: string, values: string[]) {
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(giveaway_lock($1))', [giveawayId])
  const deletion = asAdmin('/api/admin/users/bulk-delete', { emails: [email] }, 'DELETE')
  await waitForLockWaits(pool, 1)
  await holder.query(`update giveaway_entry set removed_at = now() where giveaway_id = $1 and slot_number = 3`, [
    giveawayId,
  ])
  await holder.query(change, values)
  await holder.query('commit')
  holder.release()
  return (await deletion).json.failures?.[0]?.code ?? 'deleted'
}

it('a slot that another user takes during a deletion stays with that user [B-4.48]', async () => {
  const [user, other] = [await shop.addUser({ credits: { Bronze: 1 } }), await shop.addUser({ credits: { Bronze: 1 } })]
  const giveaway = await addGiveaway()
  await enter(giveaway, user, { slots: [3] })
  await enter(giveaway, other, { slots: [5] })
  const take = 'update giveaway_entry set slot_number = 3 where giveaway_id = $1 and slot_number = 5'
  expect(await deleteDuring(giveaway.id, user.email, take, [giveaway.id])).toBe('deleted')
  const live = await pool.query('select user_id from giveaway_entry where giveaway_id = $1 and removed_at is null', [
    giveaway.id,
  ])
  expect(live.rows).toEqual([{ user_id: other.userId }])
})

it('a giveaway that is deleted during the deletion of an account does not stop it [B-4.48]', async () => {
  const user = await shop.addUser({ credits: { Bronze: 1 } })
  const giveaway = await addGiveaway()
  await enter(giveaway, user, { slots: [3] })
  const archive = 'update giveaway set archived_at = now() where id = $1'
  expect(await deleteDuring(giveaway.id, user.email, archive, [giveaway.id])).toBe('deleted')
})

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
