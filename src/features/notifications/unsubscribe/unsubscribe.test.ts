import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { transact } from '#kernel/transaction.server.ts'
import { notify } from '../commands/notify.server.ts'

const shop = await testShop()

let told = 0
const action = { label: 'Go', url: 'http://shop.test/' }
async function mailsOf(
  user: TestUser,
  kind: 'giveaway_alert' | 'cart_reminder' | 'promotional_offer' = 'giveaway_alert',
) {
  const email = { subject: 'Soon', body: ['Soon.'], action }
  await transact(shop.system, tx => notify(tx, { userId: user.userId, kind, onceKey: `${told++}`, email }))
  await shop.settleJobs()
  return shop.outbox(user.email)
}
/** A user, and the token from an e-mail they just got. */
async function withLink() {
  const user = await shop.addUser()
  const [mail] = await mailsOf(user)
  const token = /unsubscribe\?token=([\w.-]+)/.exec(mail!.text)![1]!
  return { user, token }
}
const recordsOf = ({ userId }: TestUser) =>
  shop.services.db
    .selectFrom('consent_record')
    .select(['kind', 'given', 'source'])
    .where('user_id', '=', userId)
    .where('channel', '=', 'email')
    .orderBy('at')
    .orderBy('id')
    .execute()
const choose = (json: object) => shop.call('/api/email-choices', { method: 'PUT', json })
const ONE_CLICK = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}

describe('an unsubscribe link', () => {
  it('the link shows the choices, masked and without a sign-in, and opening it changes nothing [B-9.31]', async () => {
    const { user, token } = await withLink()
    for (let scan = 0; scan < 3; scan++) {
      expect((await shop.call(`/api/email-choices?token=${token}`)).json).toEqual({
        email: 'u•••@example.com',
        from: 'giveawayAlerts',
        emailOptIn: true,
        choices: { giveawayAlerts: true, promotionalOffers: false, cartReminders: true },
      })
      const opened = await shop.call(`/api/unsubscribe?token=${token}`)
      expect([opened.status, opened.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`])
      await shop.call(`/api/unsubscribe?token=${token}`, { method: 'HEAD' })
    }
    expect(await recordsOf(user)).toEqual([])
    expect(await mailsOf(user)).toHaveLength(2)
  })

  it('the link ends one kind and restores it, and other kinds continue [B-9.31]', async () => {
    const { user, token } = await withLink()
    const ended = await choose({ token, choices: { giveawayAlerts: false } })
    expect(ended.json).toMatchObject({ emailOptIn: true, choices: { giveawayAlerts: false, cartReminders: true } })
    expect(await mailsOf(user)).toHaveLength(1)
    expect(await mailsOf(user, 'cart_reminder')).toHaveLength(2)
    await choose({ token, choices: { giveawayAlerts: true } })
    expect(await mailsOf(user)).toHaveLength(3)
    expect(await recordsOf(user)).toEqual([
      { kind: 'giveaway_alert', given: false, source: 'unsubscribe-page' },
      { kind: 'giveaway_alert', given: true, source: 'unsubscribe-page' },
    ])
  })

  it('the link ends all kinds and restores them [B-9.31]', async () => {
    const { user, token } = await withLink()
    expect((await choose({ token, emailOptIn: false })).json).toMatchObject({ emailOptIn: false })
    expect(await mailsOf(user, 'cart_reminder')).toHaveLength(1)
    expect((await choose({ token, choices: { promotionalOffers: true } })).json).toMatchObject({
      emailOptIn: true,
      choices: { promotionalOffers: true },
    })
    expect(await mailsOf(user, 'promotional_offer')).toHaveLength(2)
    expect((await recordsOf(user)).map(({ kind, given }) => [kind, given])).toEqual([
      [null, false],
      [null, true],
      ['promotional_offer', true],
    ])
  })

  it('mail programs use the link in one click, once for repeated posts [B-9.31]', async () => {
    const { user, token } = await withLink()
    const clicks = await Promise.all(
      Array.from({ length: 10 }, () => shop.call(`/api/unsubscribe?token=${token}`, ONE_CLICK)),
    )
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await mailsOf(user)).toHaveLength(1)
    expect(await recordsOf(user)).toEqual([{ kind: 'giveaway_alert', given: false, source: 'one-click' }])
  })

  it('a post without the parameter of RFC 8058 does nothing', async () => {
    const { user, token } = await withLink()
    for (const body of ['', 'List-Unsubscribe=', 'a=b']) {
      expect((await shop.call(`/api/unsubscribe?token=${token}`, { ...ONE_CLICK, body })).status).toBe(400)
    }
    expect(await recordsOf(user)).toEqual([])
  })

  it('the link of a deleted user is over, and a visit stores nothing', async () => {
    const { user, token } = await withLink()
    await sql`update users set deleted_at = now(), enabled = false, email = ${`deleted-${user.userId}@redoubt.invalid`},
      name = 'Former customer', phone = null, birth_date = null where id = ${user.userId}`.execute(shop.services.db)
    const answers = [
      await shop.call(`/api/email-choices?token=${token}`),
      await choose({ token, emailOptIn: false, choices: { giveawayAlerts: false } }),
      await shop.call(`/api/unsubscribe?token=${token}`, ONE_CLICK),
    ]
    expect(answers.map(({ json }) => json.code)).toEqual(Array(3).fill('link_invalid'))
    expect(await recordsOf(user)).toEqual([])
  })

  it('an altered link is refused, also for another user or kind [B-9.31]', async () => {
    const { token } = await withLink()
    const { user: other } = await withLink()
    const [id, kind, seal] = token.split('.') as [string, string, string]
    const forged = [
      'x',
      `${id}.${kind}`,
      `${other.userId}.${kind}.${seal}`,
      `${id}.cart_reminder.${seal}`,
      `${id}.order_update.${seal}`,
      `${id}.${kind}.${seal}.x`,
      `${id}.${kind}.${'A'.repeat(seal.length)}`,
      `%00.${kind}.${seal}`,
    ]
    for (const word of forged) {
      const answers = [
        await shop.call(`/api/email-choices?token=${word}`),
        await choose({ token: word, emailOptIn: false }),
        await shop.call(`/api/unsubscribe?token=${word}`, ONE_CLICK),
      ]
      for (const { status, json } of answers) expect([status, json.code], word).toEqual([400, 'link_invalid'])
    }
    expect(await recordsOf(other)).toEqual([])
  })
})
