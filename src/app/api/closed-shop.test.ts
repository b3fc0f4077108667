import { beforeAll, describe, expect, it } from 'vitest'
import { worksBeforeOpening } from '#kernel/opening/before-opening.ts'
import { newTestShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'

/** A shop that its owner has not opened: every route of the API, from its own table of routes, by visitors, shoppers and staff. */

const shop = await newTestShop()
const routes = shop.web.api.openAPIRegistry.definitions.flatMap(definition =>
  definition.type === 'route'
    ? [definition.route as { method: string; path: string; 'x-access'?: 'anyone' | 'user' | 'admin' }]
    : [],
)
const forVisitors = routes.filter(route => route['x-access'] === 'anyone' || route['x-access'] === 'user')
const closed = forVisitors.filter(({ method, path }) => !worksBeforeOpening(method, path))
const open = forVisitors.filter(({ method, path }) => worksBeforeOpening(method, path))

const ID = '01a00000-0000-7000-8000-000000000000'
const call = (route: (typeof routes)[number], as?: TestUser) =>
  shop.call(`/api${route.path.replaceAll(/\{\w+\}/g, ID)}`, {
    method: route.method.toUpperCase(),
    ...(as && { as }),
    ...(route.method !== 'get' && { json: {} }),
  })
const nameOf = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path}`

let shopper: TestUser
let packer: TestUser
beforeAll(async () => {
  shopper = await shop.addUser()
  packer = await shop.addUser({ role: 'fulfilment' })
})

describe('the API of a shop that is not open', () => {
  it('what sells, shows goods or gives entries answers shop_not_open to visitors and shoppers [B-35.1]', async () => {
    expect(closed.length).toBeGreaterThan(60)
    const others: string[] = []
    for (const route of closed)
      for (const as of [undefined, shopper]) {
        const { status, json } = await call(route, as)
        if (status !== 403 || json?.code !== 'shop_not_open') others.push(`${nameOf(route)}: ${status} ${json?.code}`)
      }
    expect(others).toEqual([])
  })

  it('store, products, checkout, free entry and giveaways are among the closed routes [B-35.1]', () => {
    const names = closed.map(nameOf)
    expect(names).toEqual(
      expect.arrayContaining([
        ...['GET /products', 'GET /products/{id}', 'GET /giveaways', 'GET /giveaways/{id}', 'GET /search'],
        ...['POST /payments/quote', 'POST /payments/checkout-session', 'POST /subscriptions', 'POST /codes/validate'],
        ...['POST /giveaways/{id}/free-entries', 'POST /giveaways/{id}/entries', 'GET /winners', 'PUT /my/cart'],
      ]),
    )
  })

  it('accounts, law, setup, webhooks and messages work before the opening [B-35.2]', async () => {
    expect(open.map(nameOf)).toEqual(
      expect.arrayContaining([
        ...['POST /auth/login', 'POST /auth/email-codes', 'POST /auth/confirm', 'GET /legal/{kind}/{version}'],
        ...['POST /setup/owner', 'POST /webhooks/{provider}', 'GET /settings', 'POST /opening/requests'],
      ]),
    )
    for (const route of open.filter(({ method }) => method === 'get'))
      for (const as of [undefined, shopper])
        expect((await call(route, as)).json?.code, nameOf(route)).not.toBe('shop_not_open')
  })

  it('staff see everything, whatever their role [B-35.2]', async () => {
    for (const route of closed.filter(({ method }) => method === 'get'))
      expect((await call(route, packer)).json?.code, nameOf(route)).not.toBe('shop_not_open')
    expect((await shop.call('/api/products', { as: packer })).json.products).toEqual([])
  })

  it('the public settings say that the shop is not open', async () => {
    expect((await shop.call('/api/settings')).json).toMatchObject({ isOpen: false, brand: { name: 'New shop' } })
  })
})
