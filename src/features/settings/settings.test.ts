import { describe, expect, it, vi } from 'vitest'
import { createShop } from '#app/services/services.server.ts'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { createWeb } from '#app/web.server.ts'
import { payingIn } from '#features/orders/testing/paying.ts'
import { DEFAULT_SETTINGS, defaultsOf } from '#kernel/settings.ts'
import { toShown, toStored } from './contract.ts'

let owner: TestUser
const shop = await testShop({ connections: 20 })
owner = await shop.addUser({ admin: true, name: 'Robin Vance' })

const patch = (settings: object, more: object = {}, as = owner) =>
  shop.call('/api/admin/settings', { as, method: 'PATCH', json: { settings, ...more } })
const read = async () => (await shop.call('/api/admin/settings', { as: owner })).json
const records = async () =>
  (await shop.call('/api/admin/records?type=settings&id=shop&limit=1', { as: owner })).json.records

describe('the settings', () => {
  it('the settings begin with the decided defaults, and without an editor [B-13.65]', async () => {
    const { version, settings, defaults, chosen } = await read()
    expect({ version, chosen }).toEqual({ version: 1, chosen: {} })
    // The names and the address of the tests' shop are those of the demo.
    const { brand, sender, supportEmail, contact } = settings
    expect(settings).toEqual({ ...defaults, brand, sender, supportEmail, contact })
    expect(defaults.brand.name).toBe('New shop')
    expect(settings).toMatchObject({
      minimumAge: 21,
      premium: { monthlyPrice: 24.99, monthlyBenefit: 'bronze-credit', earlyAccessHours: 48 },
      fee: { rate: 0.05, clientShare: 0.7 },
      pricing: { display: 'apart' },
      tax: { mode: 'fixed', state: 'UT', rate: 0.0825, nexusStates: ['UT'] },
      shipping: { flat: 0, freeFrom: null, countries: ['US'] },
      auth: { revealAccounts: false, staffSecondFactor: false },
      referral: { rewardTier: null, rewardCredits: 0 },
      mailInHours: 168,
      draw: {
        gapSeconds: 10,
        longGapSeconds: 10,
        longGapFrom: 5000,
        marginSeconds: 2,
        twoPersonsFrom: 5000,
        onePersonDesk: false,
      },
    })
    expect(defaultsOf('production').draw).toMatchObject({
      gapSeconds: 3600,
      longGapSeconds: 86_400,
      marginSeconds: 300,
    })
    const { isOpen, ...editable } = DEFAULT_SETTINGS
    expect([isOpen, toStored(toShown(DEFAULT_SETTINGS))]).toEqual([false, editable])
    expect(defaultsOf('production').auth.staffSecondFactor).toBe(true)
  })

  it('a setting changes at once, with user, time and reason [B-13.65]', async () => {
    const { status, json } = await patch(
      { minimumAge: 25, fee: { rate: 0.07 } },
      { version: 1, reason: 'Counsel says so' },
    )
    expect(status, JSON.stringify(json)).toBe(200)
    expect(json).toMatchObject({ version: 2, settings: { minimumAge: 25, fee: { rate: 0.07, clientShare: 0.7 } } })
    const at = shop.clock.now().toISOString()
    expect(json.chosen.fee).toEqual({ at, by: { id: owner.userId, name: 'Robin Vance' } })
    expect((await shop.call('/api/settings')).json).toMatchObject({ minimumAge: 25, fee: { rate: 0.07 } })
    expect(shop.services.settings.minimumAge).toBe(25)
    expect((await records())[0]).toMatchObject({
      action: 'changed',
      before: { minimumAge: 21, 'fee.rate': 0.05 },
      after: { minimumAge: 25, 'fee.rate': 0.07 },
      reason: 'Counsel says so',
    })
    await shop.settleJobs()
    const { documents } = (await shop.call('/api/legal')).json
    expect(documents[0]).toMatchObject({ kind: 'terms', version: 2 })
    expect(JSON.stringify(documents[0])).toContain('**25 or older**')
    expect(JSON.stringify(documents[0])).toContain('platform fee of 7%')
    await patch({ minimumAge: 21, fee: { rate: 0.05 } })
  })

  it('unchanged settings that are sent count as reviewed', async () => {
    expect((await patch({ tax: { rate: 0.0825 } })).json.chosen.tax).toBeDefined()
    expect((await records())[0]).toMatchObject({ action: 'confirmed', after: { 'tax.rate': 0.0825 } })
  })

  it.each([
    [{ fee: { rate: 0.21 } }, 'fee.rate', 'The fee is 0 to 20 percent (this is too high)'],
    [{ minimumAge: 17 }, 'minimumAge', 'The minimum age is 18 to 99 (this is too low)'],
    [{ minimumAge: 21.5 }, 'minimumAge', 'The minimum age is 18 to 99'],
    [{ premium: { monthlyPrice: 24.999 } }, 'premium.monthlyPrice', 'At most two decimals'],
    [{ draw: { marginSeconds: 10 } }, 'draw.marginSeconds', 'The margin is shorter than each gap'],
    [{ mailInHours: 25 }, 'mailInHours', 'Whole days: a multiple of 24 hours'],
    [{ supportEmail: 'nobody' }, 'supportEmail', 'Invalid email format'],
    [{ contact: { company: 'Redoubt\r\nBcc: a@b.example' } }, 'contact.company', 'Please write one line'],
    [{ contact: { hours: '\u202enine' } }, 'contact.hours', 'Please write one line'],
    [{ pricing: { display: 'hidden' } }, 'pricing.display', 'Choose one of: apart, all-in.'],
    [{ tax: { nexusStates: ['ZZ'] } }, 'tax.nexusStates.0', 'Please name a state by its two letters'],
    [{ tax: { mode: 'destination', nexusStates: [] } }, 'tax.nexusStates', 'Name at least one state to collect tax in'],
    [{ referral: { rewardTier: 'Gold' } }, 'referral.rewardCredits', 'A reward is at least 1 credit'],
    [{ shipping: { flat: null } }, 'shipping.flat', 'Please type a number such as 19.90'],
    [{ shipping: { countries: [] } }, 'shipping.countries', 'Name at least one country to ship to'],
    [{ shipping: { countries: ['FR'] } }, 'shipping.countries.0', 'Please name countries as US, CA or MX'],
    [{ theme: 'dark' }, 'theme', 'This field is not known.'],
    [
      { auth: { staffSecondFactor: true } },
      'auth.staffSecondFactor',
      'Please set up a second factor of your own first, or you lock yourself out of the shop.',
    ],
  ])('refuse %j [B-13.65]', async (settings, field, sentence) => {
    const { status, json } = await patch(settings)
    expect([status, json.code, json.errors]).toEqual([400, 'invalid_input', { [`settings.${field}`]: [sentence] }])
  })

  it('half a character, which no database text can hold, is refused', async () => {
    expect((await patch({ contact: { company: 'Redoubt \ud83d' } })).json.code).toBe('invalid_input')
  })

  it('an empty change, and one of an older version, are refused', async () => {
    expect((await patch({})).json.code).toBe('nothing_to_change')
    const { status, json } = await patch({ minimumAge: 30 }, { version: 1 })
    expect([status, json.code, json.by]).toEqual([409, 'version_conflict', 'Robin Vance'])
    expect(json.version).toBe((await read()).version)
  })

  it('an accent without contrast is refused with the nearest that has it, and nothing else is a colour [B-1.25]', async () => {
    const preview = await shop.call('/api/admin/settings/preview', {
      as: owner,
      json: { settings: { brand: { accent: '#ffff00' } } },
    })
    const refused = await patch({ brand: { accent: '#ffff00' } })
    expect([preview.status, preview.json.code]).toEqual([400, 'accent_contrast'])
    expect([refused.status, refused.json.code]).toEqual([400, 'accent_contrast'])
    expect(refused.json.suggestion).toMatch(/^#[0-9a-f]{6}$/)
    expect(refused.json.errors['settings.brand.accent'][0]).toContain(refused.json.suggestion)
    const taken = await patch({ brand: { accent: refused.json.suggestion.toUpperCase() } })
    expect([taken.status, taken.json.settings.brand.accent]).toEqual([200, refused.json.suggestion])
    for (const accent of ['red;}body{display:none', 'red', '#fff', ''])
      expect((await patch({ brand: { accent } })).json.errors, accent).toEqual({
        'settings.brand.accent': ['Please name a colour as #c8642b'],
      })
    expect((await patch({ brand: { tagline: '' } })).status).toBe(200)
  })

  it('one of twenty changes of the same version is saved [B-13.71]', async () => {
    const { version } = await read()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => patch({ minimumAge: 40 + n }, { version })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read()).version).toBe(version + 1)
    await patch({ minimumAge: 21 })
  })

  it('managers read the settings and owners change them, after a recent reauthentication [B-13.65]', async () => {
    const manager = await shop.addUser({ role: 'manager' })
    expect((await shop.call('/api/admin/settings', { as: manager })).status).toBe(200)
    expect((await patch({ minimumAge: 30 }, {}, manager)).status).toBe(403)
    shop.clock.advance(16 * 60_000)
    expect((await patch({ minimumAge: 30 })).json.code).toBe('ReauthenticationRequired')
    owner = await shop.addUser({ admin: true, name: 'Robin Vance' })
  })

  it('the second factor of staff stays on outside a demo [B-13.11]', async () => {
    const production = { ...shop.system, mode: 'production' as const }
    const { changeSettings } = await import('./commands.server.ts')
    await expect(
      changeSettings(production, { settings: { auth: { staffSecondFactor: false } } }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

it.each([
  [{ gapSeconds: 3599 }, 'settings.draw.gapSeconds'],
  [{ marginSeconds: 299 }, 'settings.draw.marginSeconds'],
])('outside a demo the draw waits at least an hour after the list: %j is refused', async (draw, field) => {
  const production = { ...shop.system, mode: 'production' as const }
  const { changeSettings } = await import('./commands.server.ts')
  await expect(changeSettings(production, { settings: { draw } })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: { [field]: [expect.stringContaining('Outside a demo')] },
  })
})

describe('a change of settings', () => {
  it('the preview of a change shows its effect and does nothing', async () => {
    const json = { settings: { fee: { rate: 0.1 }, premium: { monthlyPrice: 29.99 } } }
    const answer = await shop.call('/api/admin/settings/preview', { as: owner, json })
    expect(answer.json.carts[0]).toMatchObject({
      name: 'A cart of $100.00, sent within Utah',
      before: { fee: 5, tax: 8.25, total: 113.25 },
      after: { fee: 10, tax: 8.25, total: 118.25 },
    })
    expect(answer.json.follows).toEqual([
      expect.stringContaining('A new version is published of: Terms & Conditions.'),
      expect.stringContaining('$29.99 a month and $359.88 a year'),
      expect.stringContaining('“$15.00 + $2.00 platform fee, $17.00 in all”'),
      expect.stringContaining('Orders that are being paid keep the total they were shown.'),
    ])
    expect((await read()).settings.fee.rate).toBe(0.05)
  })

  it('the preview of another display of prices shows the words of both, and no cart changes [B-15.10]', async () => {
    const json = { settings: { pricing: { display: 'all-in' } } }
    const { carts, follows } = (await shop.call('/api/admin/settings/preview', { as: owner, json })).json
    expect(follows).toEqual([
      'A piece of $15.00 is shown as “$16.00, includes a $1.00 platform fee”, not as “$15.00 + $1.00 platform fee, $16.00 in all”.',
    ])
    for (const { before, after } of carts) expect(after).toEqual(before)
  })

  it('memberships in the store get their new price, and an order being paid keeps its quote [B-13.65]', async () => {
    const paying = payingIn(shop)
    await paying.loseWebhooks()
    const as = await shop.addUser()
    const { item: monthly } = await paying.addProduct({
      interval: 'month',
      priceCents: 2499,
      stock: [null],
      entries: 0,
    })
    const { item: yearly } = await paying.addProduct({
      interval: 'year',
      priceCents: 29_988,
      stock: [null],
      entries: 0,
    })
    const { item } = await paying.addProduct({ priceCents: 10_000 })
    const quoted = (await paying.checkout(as, [item])).json
    const [{ total_cents: total }] = [await paying.orderRow(quoted.orderId)]

    await patch({ fee: { rate: 0.1 }, premium: { monthlyPrice: 29.99 } })
    const priceOf = async (id: string) => (await shop.call(`/api/products/${id}`)).json.price
    expect([await priceOf(monthly.productId), await priceOf(yearly.productId)]).toEqual([29.99, 359.88])
    expect((await read()).notes).toEqual([])

    // The old price from the screen is compared with the new price, and the response shows the new one.
    const other = await shop.addUser()
    const stale = await paying.checkout(other, [item], { total: total / 100 })
    expect([stale.status, stale.json.code]).toEqual([409, 'price_changed'])
    expect(stale.json.quote.total).toBe(total / 100 + 5)

    await paying.pay(quoted.url)
    expect((await paying.verify(as, quoted.id)).json.status).toBe('paid')
    expect((await paying.orderRow(quoted.orderId)).total_cents).toBe(total)
    await patch({ fee: { rate: 0.05 }, premium: { monthlyPrice: 24.99 } })
  })

  it('a change reaches the other processes and their cached answers by its signal [B-13.65] [B-15.7] [B-15.10]', async () => {
    const second = createShop(shop.env, {
      databaseUrl: shop.database.url,
      origin: shop.services.origin,
      fetch,
      log: shop.services.log,
    })
    // The second process never looks by itself, so what it learns came by a signal.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    await second.start().finally(() => vi.useRealTimers())
    try {
      const { app } = createWeb(second)
      const ageThere = async () => (await (await app.request('/api/settings')).json()).minimumAge
      expect(await ageThere()).toBe(21)
      const before = second.services.settings
      await patch({ minimumAge: 30 })
      await expect.poll(ageThere, { interval: 20 }).toBe(30)
      expect(before.minimumAge).toBe(21)
      await patch({ minimumAge: 21 })
      // The filter of prices follows the amounts that shoppers see: $24.00 with its fee is $26.00.
      await payingIn(shop).addProduct({ priceCents: 2400 })
      const below25 = async () => {
        const { facets } = await (await app.request('/api/products')).json()
        return facets.price.find((range: { value: string }) => range.value === 'under-25').count
      }
      const listed = await below25()
      expect(listed).toBeGreaterThan(0)
      await patch({ pricing: { display: 'all-in' } })
      await expect.poll(below25, { interval: 20 }).toBeLessThan(listed)
      expect((await (await app.request('/api/settings')).json()).pricing).toEqual({ display: 'all-in' })
      await patch({ pricing: { display: 'apart' } })
    } finally {
      await second.stop()
    }
  })

  it('a process that missed the signal finds the change', async () => {
    await shop.services.pool.query(
      `update shop_settings set version = version + 1, chosen = chosen || '{"minimumAge": 33}'`,
    )
    expect(shop.services.settings.minimumAge).toBe(21)
    await expect.poll(() => shop.services.settings.minimumAge, { interval: 50 }).toBe(33)
  })
})
