import { afterEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import type { TestUser } from '#app/testing/users.ts'
import { RIGHTS_OF, type Right } from '#kernel/rights.ts'
import { staffingIn } from '../testing/staffing.ts'

/** Staff earn no credits at terms of their own, because a grant to an account of their own is refused too. */

const shop = await testShop({ connections: 10 })
const staffing = await staffingIn(shop)
afterEach(() => staffing.expectAudited())

const manager = await shop.addUser({ role: 'manager', email: 'max.manager@gmail.com' })
const alias = await shop.addUser({ email: 'maxmanager+two@gmail.com' })
const buyers = [manager, alias]
const call = (method: string, path: string, json: object, as: TestUser = manager) =>
  shop.call(`/api/${path}`, { method, json, as })
const itemOf = (id: string, variantId: string) => ({ productId: id, variantId, quantity: 1 })

/** Every door by which staff set what credits cost, or how many there are. @returns the product. */
const DOORS: Record<string, (as: TestUser) => Promise<{ id: string; variantId: string }>> = {
  async create(as) {
    const made = await call('POST', 'products', { name: 'Own Lamp', price: 10, tier: 'Gold', entries: 900 }, as)
    expect(made.status, made.text).toBe(200)
    return { id: made.json.id, variantId: made.json.variants[0].id }
  },
  async entries(as) {
    const product = await staffing.addProduct()
    const changed = await call('PATCH', `products/${product.id}`, { entries: 900 }, as)
    expect(changed.status, changed.text).toBe(200)
    return product
  },
  async price(as) {
    const product = await staffing.addProduct({ priceCents: 90_000 })
    expect((await call('PATCH', `products/${product.id}`, { price: 1 }, as)).status).toBe(200)
    return product
  },
  async many(as) {
    const product = await staffing.addProduct()
    const body = { products: [{ id: product.id }], change: { tier: 'Platinum' }, apply: true }
    expect((await call('POST', 'admin/products/bulk', body, as)).status).toBe(200)
    return product
  },
  async import(as) {
    const product = await staffing.addProduct()
    const csv = `address,entries\n${product.id},900\n`
    const { fingerprint } = (await call('POST', 'admin/products/import', { csv }, as)).json
    const applied = await call('POST', 'admin/products/import', { csv, fingerprint }, as)
    expect(applied.status, applied.text).toBe(200)
    return product
  },
  async variant(as) {
    const product = await staffing.addProduct()
    const shown = (await shop.call(`/api/admin/products/${product.id}`, { as })).json
    const variants = shown.variants.map(({ id, sku }: { id: string; sku: string }) => ({ id, sku, stock: 9, price: 1 }))
    expect((await call('PATCH', `products/${product.id}`, { variants }, as)).status).toBe(200)
    return product
  },
}

describe.each(Object.keys(DOORS))('a product whose terms a member of staff set by %s', door => {
  it('earns no account of their mailbox credits, and others as many as it says [B-34.9]', async () => {
    const { id, variantId } = await DOORS[door]!(manager)
    for (const as of buyers) {
      const refused = await staffing.checkout(as, [itemOf(id, variantId)])
      expect([refused.status, refused.json.code], refused.text).toEqual([403, 'own_terms'])
    }
    expect((await staffing.checkout(await shop.addUser(), [itemOf(id, variantId)])).status).toBe(200)
    expect((await staffing.checkout(staffing.admin, [itemOf(id, variantId)])).status).toBe(200)
  })

  it('needs the right to change credits beside that of products [B-34.8]', async () => {
    const clerk = await shop.addUser({ role: 'support' })
    const before = RIGHTS_OF.support
    const may = (...rights: Right[]) => {
      RIGHTS_OF.support = [...before, 'products.read', 'products.change', ...rights]
    }
    try {
      may()
      await expect(DOORS[door]!(clerk)).rejects.toThrow(/Unauthorized|expected 403 to be 200/)
      may('credits.change')
      await DOORS[door]!(clerk)
    } finally {
      RIGHTS_OF.support = before
    }
  })
})

it('another member of staff who sets the terms lets the first one buy [B-34.9]', async () => {
  const { id, variantId } = await DOORS.entries!(manager)
  await call('PATCH', `products/${id}`, { entries: 2 }, staffing.admin)
  expect((await staffing.checkout(manager, [itemOf(id, variantId)])).status).toBe(200)
})

describe('a code', () => {
  const whole = (code: string) => ({ code, discount: { kind: 'percent', amount: 100 } })

  it('is used by no account of the mailbox of the staff who made, changed or resumed it [B-34.9]', async () => {
    const { item } = await staffing.addProduct({ entries: 5 })
    await call('POST', 'admin/codes', whole('MADE'))
    const others = await call('POST', 'admin/codes', whole('CHANGED'), staffing.admin)
    await call('PATCH', `admin/codes/${others.json.id}`, { totalLimit: 900 })
    const stopped = await call('POST', 'admin/codes', whole('RESUMED'), staffing.admin)
    for (const stop of ['pause', 'resume'])
      expect((await call('POST', `admin/codes/${stopped.json.id}/${stop}`, {})).status).toBe(200)
    for (const code of ['MADE', 'CHANGED', 'RESUMED'])
      for (const as of buyers) {
        const refused = await staffing.checkout(as, [item], { code })
        expect([refused.status, refused.json.code], refused.text).toEqual([409, 'code_own_making'])
        expect(await staffing.available(as)).toMatchObject({ silverCredits: 0 })
      }
    expect((await staffing.checkout(await shop.addUser(), [item], { code: 'MADE' })).status).toBe(200)
  })

  it('needs the right to change credits, to make, change and resume it [B-34.8]', async () => {
    const clerk = await shop.addUser({ role: 'support' })
    const { id } = (await call('POST', 'admin/codes', whole('OTHERS'), staffing.admin)).json
    await call('POST', `admin/codes/${id}/pause`, {}, staffing.admin)
    const before = RIGHTS_OF.support
    RIGHTS_OF.support = [...before, 'codes.change']
    try {
      const refused = [
        await call('POST', 'admin/codes', whole('MINE'), clerk),
        await call('PATCH', `admin/codes/${id}`, { totalLimit: 5 }, clerk),
        await call('POST', `admin/codes/${id}/resume`, {}, clerk),
      ]
      expect(refused.map(({ status, json }) => [status, json.code])).toEqual(refused.map(() => [403, 'Unauthorized']))
      // A note and a pause give no credits.
      expect((await call('PATCH', `admin/codes/${id}`, { note: 'For the fair' }, clerk)).status).toBe(200)
    } finally {
      RIGHTS_OF.support = before
    }
  })
})

it('credits are granted to no account of the own mailbox [B-34.9]', async () => {
  const refused = await call('POST', 'admin/credits/grant', {
    email: alias.email,
    amount: 5,
    tier: 'Gold',
    reason: 'For fun',
  })
  expect([refused.status, refused.json.code]).toEqual([403, 'own_credits'])
})
