import { expect, it } from 'vitest'
import { enqueueStartJobs } from '#app/jobs.server.ts'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { untickStopped } from '../commands/untick-stopped.server.ts'
import { openTwilio } from '../testing/providers.ts'
import { signedSms } from '../testing/signed-sms.ts'

const twilio = await openTwilio()
const shop = await testShop({ connections: 12, env: twilio.env })
const { pool } = shop.services
const admin = await shop.addUser({ admin: true })

let phones = 0
async function newUser(): Promise<TestUser & { phone: string }> {
  const user = await shop.addUser()
  const phone = `+1801558${String(1000 + phones++)}`
  const { status } = await shop.call('/api/my/profile', { as: user, json: { phone } })
  expect(status).toBe(200)
  return { ...user, phone }
}

async function sms(From: string, Body: string) {
  const MessageSid = `SM${crypto.randomUUID().replaceAll('-', '')}`
  const fields = { MessageSid, From, Body, To: '+18885550100', NumMedia: '0' }
  expect((await shop.call('/api/webhooks/sms', signedSms(shop, fields))).status).toBe(200)
}

const tick = (user: TestUser) => shop.call('/api/my/profile', { as: user, json: { smsConsent: true } })

/** Sets the flag as releases before 0.10 did when a box was ticked after STOP. */
const tickAsBefore = ({ userId }: TestUser) => pool.query('update users set sms_consent = true where id = $1', [userId])

const filtered = async () => {
  const { users } = (await shop.call('/api/admin/users?smsConsent=true&limit=100', { as: admin })).json
  return (users as { id: string }[]).map(({ id }) => id)
}
const isTicked = async ({ userId }: TestUser) =>
  (await pool.query('select sms_consent from users where id = $1', [userId])).rows[0].sms_consent

it('a flag that is ticked after STOP goes off with a record, leaves the staff’s filter, and START gives it back [B-9.53]', async () => {
  const [before, after, never, unproven] = [await newUser(), await newUser(), await newUser(), await newUser()]
  for (const user of [before, never]) await tick(user)
  for (const { phone } of [before, after, unproven]) await sms(phone, 'STOP')
  // The tick of this one is newer than the STOP.
  await tick(after)
  for (const user of [before, after, unproven]) await tickAsBefore(user)
  expect((await filtered()).toSorted()).toEqual([before, after, never, unproven].map(({ userId }) => userId).toSorted())

  const { unticked, left } = await untickStopped(shop.system)
  expect([unticked.toSorted(), left]).toEqual([[before.userId, after.userId].toSorted(), [unproven.userId]])
  expect((await filtered()).toSorted()).toEqual([never.userId, unproven.userId].toSorted())
  const { rows } = await pool.query(
    `select user_id as id, given from consent_record where source = 'one-record' order by user_id`,
  )
  expect(rows).toEqual(
    [before, after].map(({ userId: id }) => ({ id, given: false })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  )
  expect((await untickStopped(shop.system)).unticked).toEqual([])

  for (const { phone } of [before, after]) await sms(phone, 'START')
  for (const user of [before, after]) expect(await isTicked(user)).toBe(true)
})

it('START that races the job keeps the consent, in 20 rounds [B-9.53]', async () => {
  const user = await newUser()
  await tick(user)
  for (let round = 0; round < few(6, 20); round++) {
    await sms(user.phone, 'STOP')
    await tickAsBefore(user)
    await Promise.all([untickStopped(shop.system), sms(user.phone, 'START'), untickStopped(shop.system)])
    expect(await isTicked(user), `round ${round}`).toBe(true)
  }
})

it('each start of the shop unticks them [B-9.53]', async () => {
  const user = await newUser()
  await tick(user)
  await sms(user.phone, 'STOP')
  await tickAsBefore(user)
  await enqueueStartJobs(shop.system)
  await shop.settleJobs()
  expect(await isTicked(user)).toBe(false)
})
