import { beforeAll, describe, expect, it } from 'vitest'
import { ORIGIN, openTestShop, testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import type { Context } from '#kernel/context.ts'
import { makeSetupLink } from './commands.server.ts'
import type { SetupStep } from './contract.ts'

const shop = await testShop({ connections: 20 })

const PERSON = { name: 'Robin Vance', email: 'robin@vance.example', password: 'Fort-Star-7!' }
const linkOf = async () => (await makeSetupLink(shop.services))!
const emailCodeIn = (link: string) => link.split('#')[1]!
const become = (code: string, person: object = {}) =>
  shop.call('/api/setup/owner', { json: { ...PERSON, ...person, code } })
const owners = () => shop.services.db.selectFrom('users').select('email').where('role', '=', 'owner').execute()

describe('a shop without an owner', () => {
  it('the log has a link whose code is behind the # and nowhere in the database [B-13.81]', async () => {
    const link = await linkOf()
    expect(link).toMatch(new RegExp(`^${ORIGIN}/setup#[\\w-]{27}$`))
    const { rows } = await shop.services.pool.query('select hash from setup_code')
    expect(JSON.stringify(rows)).not.toContain(emailCodeIn(link))
  })

  it('a guessed or old code, and a weak password, are refused [B-13.81]', async () => {
    const code = emailCodeIn(await linkOf())
    const guessed = await become(`${code.slice(0, -1)}-`)
    expect([guessed.status, guessed.json.code]).toEqual([403, 'setup_code_invalid'])
    expect((await become(code, { password: 'fort' })).json.errors.password).toBeDefined()
    shop.clock.advance(24 * 3_600_000)
    expect((await become(code)).json.code).toBe('setup_code_invalid')
    expect(await owners()).toEqual([])
  })

  it('one of twenty concurrent visitors becomes the owner, by any of the links, and none after [B-13.81]', async () => {
    const codes = [emailCodeIn(await linkOf()), emailCodeIn(await linkOf())]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => become(codes[n % 2]!, { email: `owner-${n}@vance.example` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ json }) => json.code ?? 'made'))).toEqual(new Set(['made', 'shop_has_owner']))
    expect(await owners()).toHaveLength(1)
    const { rows } = await shop.services.pool.query('select count(*)::int n from setup_code')
    expect(rows[0].n).toBe(0)
    expect(await makeSetupLink(shop.services)).toBeUndefined()
    const { rows: written } = await shop.services.pool.query('select audit_log::text as row from audit_log')
    expect(JSON.stringify(written)).toContain('became the first owner')
    expect(JSON.stringify(written)).not.toContain(PERSON.name)
    const [owner] = await owners()
    const signedIn = await openBrowser(shop).signIn(owner!.email, PERSON.password)
    expect(signedIn.json).toMatchObject({ success: true, user: { isAdmin: true, role: 'owner' } })
  })

  it('guesses are counted by network', async () => {
    const limited = await openTestShop({ env: { RATE_LIMITS: 'on' } })
    const json = { ...PERSON, code: 'x'.repeat(27) }
    const answers = []
    for (let n = 0; n < 11; n++) answers.push(await limited.call('/api/setup/owner', { json }))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(403), 429])
    await limited.close()
  })
})

describe('the checklist', () => {
  let owner: TestUser
  beforeAll(async () => {
    owner = await shop.addUser({ admin: true })
  })
  const stepsOf = async (): Promise<Record<string, SetupStep>> => {
    const { json } = await shop.call('/api/admin/setup', { as: owner })
    return Object.fromEntries(json.steps.map((step: SetupStep) => [step.id, step]))
  }

  it('the checklist reflects the shop as it is [B-13.66]', async () => {
    const steps = await stepsOf()
    const done = Object.values(steps)
      .filter(step => step.done)
      .map(({ id }) => id)
    expect(done).toEqual(['payments', 'storage', 'push', 'beacon', 'witnesses'])
    expect(steps.contact!.detail).toMatch(/^Still example data: the company, .* and the address for mail-in entries\.$/)
    expect(steps.money!.detail).toBe('Not reviewed yet: sales tax and shipping. Change it, or keep it as it is.')
    expect(steps.product!.detail).toBe('There are no goods for sale.')
    expect(steps.sms!.isOptional).toBe(true)
  })

  it('the checklist follows what is done [B-13.66]', async () => {
    await shop.changeSettings({ tax: { mode: 'fixed' }, shipping: { flat: 0 } })
    const { json } = await shop.call('/api/admin/setup/test-message', { as: owner, json: { channel: 'email' } })
    expect(json.message).toBe(`A test is on its way to ${owner.email}.`)
    await shop.settleJobs()
    expect((await shop.outbox(owner.email))[0]!.subject).toBe('A test e-mail of Redoubt')
    const contact = {
      company: 'Vance Supply',
      privacyEmail: 'privacy@vance.example',
      address: ['1 Fort Street'],
      mailIn: ['1 Fort Street'],
    }
    await shop.changeSettings({ supportEmail: 'help@vance.example', contact })
    const plan = { name: 'Premium', price: 24.99, isSubscription: true }
    for (const interval of ['month', 'year'])
      await shop.call('/api/products', {
        as: owner,
        json: { ...plan, interval, stock: 0, price: interval === 'year' ? 299.88 : 24.99 },
      })
    expect((await stepsOf()).membership!.detail).toContain('The membership billed every month is out of stock')
    const steps = await stepsOf()
    expect([steps.money!.done, steps.email!.done, steps.contact!.done]).toEqual([true, true, true])
  })

  it('the checklist says where the law wants the fee in the price, until an owner has decided [B-15.11]', async () => {
    const { done, detail } = (await stepsOf()).prices!
    expect([done, detail]).toEqual([false, expect.stringContaining('California')])
    expect(detail).toContain('Civil Code §\u00a01770(a)(29), in force since July 1, 2024')
    await shop.changeSettings({ pricing: { display: 'apart' } })
    expect((await stepsOf()).prices).toMatchObject({ done: true, detail: expect.stringContaining('California') })
    await shop.changeSettings({ pricing: { display: 'all-in' } })
    expect((await stepsOf()).prices).toMatchObject({ done: true, detail: 'Each price includes the platform fee.' })
    await shop.changeSettings({ pricing: { display: 'apart' }, fee: { rate: 0 } })
    expect((await stepsOf()).prices!.detail).toBe('There is no platform fee.')
    await shop.changeSettings({ fee: { rate: 0.05 } })
  })

  it('the checklist shows the message of a provider that refuses its keys', async () => {
    const { checkPayments } = await import('./opening/checks.server.ts')
    const listCharges = () => Promise.reject(new Error('Invalid API Key provided'))
    const [first] = shop.system.payments.providers
    const payments = { ...shop.system.payments, providers: [{ ...first, listCharges }] as const }
    expect(await checkPayments({ ...shop.system, payments })).toEqual({
      isFine: false,
      detail: 'Invalid API Key provided',
    })
  })

  it('the checklist asks for witnesses of two other parties at least, and for a beacon that answers [B-13.84]', async () => {
    const { readSetup: setupOf } = await import('./queries.server.ts')
    const [witness] = shop.system.witnesses
    const stepOf = async (id: string, changes: Partial<Context>) =>
      (await setupOf({ ...shop.system, mode: 'production', ...changes })).steps.find(step => step.id === id)!
    const owned = (...owners: string[]) => ({
      witnesses: owners.map(owner => ({ ...witness!, owner, isOurs: owner === 'This shop' })),
    })
    expect(await stepOf('witnesses', { witnesses: [] })).toMatchObject({ done: false })
    for (const owners of [['This shop'], ['This shop', 'This shop', 'Chen'], ['Chen', 'Chen', 'Chen']])
      expect((await stepOf('witnesses', owned(...owners))).detail, owners.join()).toMatch(/^Too few belong to others/)
    expect(await stepOf('witnesses', owned('This shop', 'Chen', 'Fort Supply'))).toMatchObject({
      done: true,
      detail: 'Chen and Fort Supply watch the log.',
    })
    const silent = { ...shop.system.beacon, round: async () => null }
    expect(await stepOf('beacon', { beacon: silent })).toMatchObject({
      done: false,
      detail: 'No relay of the beacon answers.',
    })
    expect((await stepOf('beacon', {})).done).toBe(true)
  })

  it('the checklist is for staff who may read the settings', async () => {
    const support = await shop.addUser({ role: 'support' })
    expect((await shop.call('/api/admin/setup', { as: support })).status).toBe(403)
  })
})
