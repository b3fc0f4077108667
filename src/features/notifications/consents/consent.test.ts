import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { recordConsent } from '../commands/record-consent.server.ts'
import { CONSENT_WORDING } from './consent-wording.ts'

const shop = await testShop()

const recordsOf = (userId: string) =>
  shop.services.db
    .selectFrom('consent_record')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('the consent log', () => {
  it('the log has wording, version, time, address and browser of a consent in the profile [B-9.22] [B-9.30]', async () => {
    const as = await shop.addUser()
    const headers = { 'user-agent': 'Field Browser 7' }
    const given = await shop.call('/api/my/profile', { as, json: { smsConsent: true }, headers })
    expect(given.json).toMatchObject({ smsConsent: true, pushConsent: false })
    shop.clock.advance(60_000)
    const withdrawn = await shop.call('/api/my/profile', { as, json: { smsConsent: false }, headers })
    expect(withdrawn.json).toMatchObject({ smsConsent: false })

    const [first, second, ...more] = await recordsOf(as.userId)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      channel: 'sms',
      given: true,
      wording: CONSENT_WORDING.sms.text,
      wording_version: CONSENT_WORDING.sms.version,
      source: 'profile',
      ip: '127.0.0.1',
      user_agent: 'Field Browser 7',
    })
    expect(second).toMatchObject({ given: false, at: shop.clock.now() })
    expect(CONSENT_WORDING.sms.text).toBe(
      'Up to 4 messages per month. Reply STOP to unsubscribe. Consent is not a condition of purchase or registration.',
    )
  })

  it('an unchanged consent is recorded once, for repeated and concurrent calls [B-9.30]', async () => {
    const as = await shop.addUser()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.call('/api/my/profile', { as, json: { smsConsent: true, pushConsent: false } }),
      ),
    )
    expect((await recordsOf(as.userId)).map(({ channel, given }) => [channel, given])).toEqual([['sms', true]])
  })

  it('two concurrent checkouts record one consent', async () => {
    const { userId } = await shop.addUser()
    const consent = { userId, channel: 'sms', given: true, source: 'checkout' } as const
    await Promise.all(Array.from({ length: 20 }, () => transact(shop.system, tx => recordConsent(tx, consent))))
    expect(await recordsOf(userId)).toHaveLength(1)
  })

  it('an e-mail consent is recorded when withdrawn and given again, in step with its flag [B-9.30]', async () => {
    const { userId } = await shop.addUser()
    const say = (given: boolean) =>
      transact(shop.system, tx =>
        recordConsent(tx, { userId, channel: 'email', given, source: 'notification-settings' }),
      )
    const isOn = async () =>
      (
        await shop.services.db
          .selectFrom('notification_preference')
          .select('email_opt_in')
          .where('user_id', '=', userId)
          .executeTakeFirst()
      )?.email_opt_in
    expect(await say(false)).toBe(true)
    expect(await isOn()).toBe(false)
    expect(await say(false)).toBe(false)
    expect(await say(true)).toBe(true)
    expect(await isOn()).toBe(true)
    expect((await recordsOf(userId)).map(({ given }) => given)).toEqual([false, true])
  })

  it('consents can be added and never changed, not even by the owner of the database [B-9.30]', async () => {
    const { userId } = await shop.addUser()
    await transact(shop.system, tx => recordConsent(tx, { userId, channel: 'sms', given: true, source: 'profile' }))
    const { pool } = shop.services
    for (const statement of [
      'update consent_record set given = false',
      'delete from consent_record',
      'truncate consent_record',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow('append-only')
    }
    expect(await recordsOf(userId)).toHaveLength(1)
  })
})
