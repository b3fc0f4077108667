import { expect, it } from 'vitest'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { mailboxProofs } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { openBrowser, PASSWORD } from '#features/identity/testing/browser.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'

/** Accounts of the last release that adopted an entry of their address: proven by their making then, unproven since the migration. */

const prizes = await openPrizeShop()
const { shop, admin, asAdmin, addGiveaway } = prizes
const { PROVED } = mailboxProofs(shop)
const { db, pool } = shop.services

type Giveaway = Awaited<ReturnType<typeof addGiveaway>>

async function adopter(giveaway: Giveaway, email: string) {
  const card = { name: `Dana ${email}`, address: `12 ${email} Street\nProvo, UT 84601`, email }
  const typed = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, card)
  expect(typed.status, typed.text).toBe(200)
  const maker = openBrowser(shop)
  const userId = (await maker.join(email)).user.id as string
  await shop.settleJobs()
  expect(await holderIn(giveaway, userId)).toBe(userId)
  return {
    email,
    userId,
    async makeUnproven() {
      await db.updateTable('users').set({ mailbox_unproven: true }).where('id', '=', userId).execute()
      shop.clock.advance(1000)
    },
    async remove() {
      const { idToken } = (await maker.token()).json
      return maker.as(idToken).post('/api/my/delete-account', { password: PASSWORD, confirmation: 'DELETE' })
    },
    removeByStaff: () =>
      shop.call('/api/admin/users', { as: admin, method: 'DELETE', json: { email, reason: 'A test' } }),
    prove: () => PROVED['a sign-in by a code by e-mail']!.prove({ email } as never),
  }
}
type Adopter = Awaited<ReturnType<typeof adopter>>

/** The account that an entry of the giveaway names. */
async function holderIn({ id }: Giveaway, userId: string): Promise<string | undefined> {
  const query = db.selectFrom('giveaway_entry').select('user_id as userId').where('giveaway_id', '=', id)
  return (await query.execute()).find(row => row.userId === userId)?.userId ?? undefined
}
async function isOpen({ userId }: Adopter): Promise<boolean> {
  const query = db.selectFrom('users').select('deleted_at as at').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).at === null
}
async function seal({ id: giveawayId, title }: Giveaway): Promise<void> {
  await selectWinner(shop.system, { giveawayId, method: 'random', title, reason: 'A test' })
  // The e-mail about the sealed list would come after the code.
  await shop.settleJobs()
}

/** Neither the account's maker nor staff delete it, and its entry is there for the proof. @returns the answer to staff. */
async function expectKept(account: Adopter, giveaway: Giveaway): Promise<string> {
  const refused = await account.remove()
  expect([refused.status, refused.json.code]).toEqual([409, 'address_entry'])
  const byStaff = await account.removeByStaff()
  expect(byStaff.status, byStaff.text).toBe(409)
  expect(await isOpen(account)).toBe(true)
  expect(await holderIn(giveaway, account.userId)).toBe(account.userId)
  return byStaff.json.code
}

it('an unproven account that adopted an entry of a sealed list is not deleted before its proof [B-31.9]', async () => {
  const giveaway = await addGiveaway({ value: 80 })
  const account = await adopter(giveaway, 'sealed@example.com')
  await seal(giveaway)
  await account.makeUnproven()
  expect(await expectKept(account, giveaway)).toBe('list_sealed')
  const { browser, json } = await account.prove()
  expect(json, JSON.stringify(json)).toMatchObject({ user: { id: account.userId } })
  expect((await browser.as(json.idToken).get('/api/my/entries')).json.total).toBe(1)
})

it('nor is that of a winner or an alternate; a decided giveaway keeps none [B-31.9]', async () => {
  const giveaway = await addGiveaway({ value: 80 })
  const accounts = [await adopter(giveaway, 'one@example.com'), await adopter(giveaway, 'two@example.com')]
  await prizes.drawnNow(giveaway)
  await prizes.tend()
  for (const account of accounts) await account.makeUnproven()
  const byStaff = [await expectKept(accounts[0]!, giveaway), await expectKept(accounts[1]!, giveaway)]
  expect(byStaff.toSorted()).toEqual(['address_entry', 'open_prize'])

  await db
    .updateTable('winner')
    .set({ state: 'done', task: null, task_due_at: null, done_at: shop.clock.now() })
    .where('giveaway_id', '=', giveaway.id)
    .execute()
  for (const account of accounts) {
    expect((await account.remove()).status).toBe(200)
    expect(await isOpen(account)).toBe(false)
  }
})

it('a list is sealed before or after an adopted entry goes back to its address, never between', async () => {
  const giveaway = await addGiveaway({ value: 80 })
  const account = await adopter(giveaway, 'between@example.com')
  await account.makeUnproven()
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(giveaway_lock($1))', [giveaway.id])
  const removing = account.remove()
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  expect(await holderIn(giveaway, account.userId)).toBe(account.userId)
  await client.query('commit')
  client.release()
  expect((await removing).status).toBe(200)
  const { rows } = await pool.query(
    'select user_id, mail_email, removed_at from giveaway_entry where giveaway_id = $1',
    [giveaway.id],
  )
  expect(rows).toEqual([{ user_id: null, mail_email: account.email, removed_at: null }])
})
