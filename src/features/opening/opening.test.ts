import { describe, expect, it } from 'vitest'
import { newTestShop, testShop } from '#app/testing/shop.ts'
import { tellOpened } from './commands/tell-opened.server.ts'

const shop = await newTestShop({ connections: 20 })
const ask = (email: string) => shop.call('/api/opening/requests', { json: { email } })
const linkIn = (text: string) => new URL(/https?:\S+\/opening\?token=\S+/.exec(text)![0]).searchParams.get('token')!
async function tokenOf(email: string): Promise<string> {
  await shop.settleJobs()
  return linkIn((await shop.outbox(email))[0]!.text)
}
const link = (token: string) => shop.call(`/api/opening/link?token=${encodeURIComponent(token)}`)
const act = (token: string, action: string) => shop.call('/api/opening/link', { json: { token, action } })
const requests = async () =>
  (await shop.services.pool.query('select email, confirmed_at from opening_request order by email')).rows

describe('a request to be told of the opening', () => {
  it('a request counts once its mailbox is proven, and the answer is equal for a known address [B-35.6]', async () => {
    const first = await ask('ann@visitor.example')
    const again = await ask('Ann@Visitor.example')
    expect([first.status, first.json]).toEqual([again.status, again.json])
    const token = await tokenOf('ann@visitor.example')
    expect((await link(token)).json).toEqual({ state: 'unconfirmed', email: 'a•••@visitor.example' })
    expect(await requests()).toEqual([{ email: 'ann@visitor.example', confirmed_at: null }])
    expect((await act(token, 'confirm')).json.state).toBe('waiting')
    expect((await act(token, 'confirm')).json.state).toBe('waiting')
  })

  it('a request ends by its link, and by the button of a mail program [B-35.6]', async () => {
    await ask('bo@visitor.example')
    const token = await tokenOf('bo@visitor.example')
    expect((await act(token, 'cancel')).json).toEqual({ state: 'over', email: null })
    await ask('bo@visitor.example')
    const [latest] = await shop.outbox('bo@visitor.example')
    const one = await shop.call(`/api/opening/unsubscribe?token=${encodeURIComponent(linkIn(latest!.text))}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(one.status).toBe(200)
    expect((await requests()).map(({ email }) => email)).not.toContain('bo@visitor.example')
  })

  it('a link that is damaged, of another shop or too late changes nothing [B-35.6]', async () => {
    await ask('cy@visitor.example')
    const token = await tokenOf('cy@visitor.example')
    for (const wrong of [`${token}x`, token.replace(/^./, '5'), 'x', `${token}.1`])
      expect((await act(wrong, 'confirm')).json.code, wrong).toBe('opening_link_invalid')
    shop.clock.advance(7 * 24 * 3_600_000)
    expect((await act(token, 'confirm')).json.state).toBe('over')
  })

  it('what is no address is refused in words', async () => {
    for (const email of ['', 'x', 'a@b', `${'a'.repeat(300)}@x.example`]) {
      const { status, json } = await ask(email)
      expect([status, json.errors.email], email).toEqual([400, [expect.stringMatching(/\w/)]])
    }
  })

  it('many workers tell each address once, and only after the opening [B-35.5]', async () => {
    const many = Array.from({ length: 450 }, (_, n) => ({
      id: crypto.randomUUID(),
      email: `many-${n}@visitor.example`,
      created_at: shop.clock.now(),
      confirmed_at: n % 3 === 0 ? null : shop.clock.now(),
      expires_at: new Date(+shop.clock.now() + 86_400_000),
    }))
    await shop.services.db.insertInto('opening_request').values(many).execute()
    await tellOpened(shop.system)
    expect((await requests()).length).toBeGreaterThanOrEqual(450)
    const settings = { ...shop.system.settings, isOpen: true }
    const system = Object.defineProperty({ ...shop.system }, 'settings', { value: settings })
    await Promise.all(Array.from({ length: 8 }, () => tellOpened(system)))
    const { rows } = await shop.services.pool.query(
      `select recipient, count(*)::int as n from message where subject like '%is open' and recipient like 'many-%' group by 1`,
    )
    expect(rows).toHaveLength(300)
    expect(new Set(rows.map(({ n }) => n))).toEqual(new Set([1]))
    expect((await requests()).filter(({ confirmed_at }) => confirmed_at)).toEqual([])
  })

  it('an open shop takes no request [B-35.6]', async () => {
    const open = await testShop()
    const { status, json } = await open.call('/api/opening/requests', { json: { email: 'late@visitor.example' } })
    expect([status, json.code]).toEqual([409, 'shop_is_open'])
    expect(await open.outbox('late@visitor.example')).toEqual([])
  })
})
