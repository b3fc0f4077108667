import { describe, expect, it } from 'vitest'
import { disableUser } from '#features/identity/accounts/commands/accounts.server.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import { hasRight, RIGHTS, RIGHTS_OF, type Right, ROLES, type Role } from '#kernel/rights.ts'
import { newId } from '#platform/values/ids.server.ts'
import { ORIGIN, testShop } from '../testing/shop.ts'
import type { TestUser } from '../testing/users.ts'

/** The authorization matrix: every route of the API, from its own table of routes, against every kind of caller. */

type Route = {
  method: string
  path: string
  access?: 'anyone' | 'user' | 'admin'
  right?: Right
  isFreshAsked: boolean
}
/** `as` without `isSignedIn`: a caller with an invalid token, which no route accepts. */
type Caller = { name: string; as?: TestUser; headers?: Record<string, string>; role?: Role; isSignedIn: boolean }

/** Routes without a description: the description itself, and entry points whose own checks other tests cover. */
/** OpenAPI cannot say a path of any depth, as tiles have (c2sp.org/tlog-tiles). */
const UNDESCRIBED = ['GET /api/openapi.json', 'GET /api/docs', 'GET /api/log/tile/*']
const OWNERS_ALONE = new Set<Right>([
  'roles.change',
  'settings.change',
  'costs.read',
  'operations.read',
  'operations.change',
])
/** Draws, exports, deletions, bulk SMS, and changes of credits, roles and settings. */
const FRESH = [
  'POST admin/select-automatic-winner',
  'POST giveaways/{id}/winner',
  'POST admin/check-winners',
  'POST admin/winners/{id}/pass-on',
  'POST admin/winners/{id}/pass-on/confirm',
  'POST admin/proposals/{id}/confirm',
  'GET admin/products/export',
  'GET admin/orders/export',
  'GET admin/users/export',
  'GET admin/revenue/report.csv',
  'DELETE products/{id}',
  'DELETE giveaways/{id}',
  'DELETE admin/giveaways/{id}/entries/{slotNumber}',
  'POST admin/giveaways/{id}/obligations/{duty}/override',
  'DELETE admin/users',
  'DELETE admin/users/bulk-delete',
  'POST admin/users/merge',
  'POST admin/sms/bulk',
  'POST admin/sms/campaigns',
  'POST admin/credits/grant',
  'POST admin/credits/adjust',
  'PUT admin/users/{id}/role',
  'PATCH admin/settings',
]
/** Routes with their own 401 for a missing token, or that use only the cookie. */
const OWN_401 = /^(POST \/api\/auth\/|GET \/api\/auth\/|DELETE \/api\/auth\/)/

const shop = await testShop()
const { paths } = (await shop.call('/api/openapi.json')).json
const routes = Object.entries<Record<string, Record<string, never>>>(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    access: operation['x-access'],
    right: operation['x-right'],
    isFreshAsked: operation['x-fresh'] ?? false,
  })),
)
const callers = await everybody()
const owner = await shop.addUser({ subscriber: true })
const shopping = shoppingIn(shop)
const product = await shopping.addProduct()
const { json } = await shop.call('/api/payments/checkout-session', { as: owner, json: { items: [product.item] } })
const mine = { owner, orderId: json.orderId, productId: product.id }

async function everybody(): Promise<Caller[]> {
  const person = {
    email: 'unconfirmed@example.com',
    password: 'Redoubt-Test1!',
    name: 'Kim Vale',
    phone: '8015550142',
    birthDate: '1988-04-09',
  }
  const registered = await shop.call('/api/auth/register', { json: person, headers: { origin: ORIGIN } })
  const cookie = registered.headers.getSetCookie().map(one => one.split(';')[0]!)
  const disabled = await shop.addUser()
  await disableUser(shop.system, disabled.userId)
  const now = shop.clock.now()
  shop.clock.advance(-61 * 60_000)
  const expired = await shop.addUser({ admin: true })
  shop.clock.set(now)
  const signedIn = async (name: string, options: Parameters<typeof shop.addUser>[0] = {}) => ({
    name,
    as: await shop.addUser(options),
    isSignedIn: true,
    ...(options.role && { role: options.role }),
  })
  return [
    { name: 'guest', isSignedIn: false },
    { name: 'unconfirmed', headers: { cookie: cookie.join('; ') }, isSignedIn: false },
    { name: 'disabled', as: disabled, isSignedIn: false },
    { name: 'expired token of an owner', as: expired, isSignedIn: false },
    await signedIn('user'),
    await signedIn('member', { subscriber: true }),
    ...(await Promise.all(ROLES.map(role => signedIn(role, { role })))),
  ]
}

/** Calls with an empty body and unknown ids: an allowed caller gets any response except 401 and `Unauthorized`, and changes nothing. */
async function isLetIn({ method, path }: Route, { as, headers }: Caller): Promise<boolean | 'by its own word'> {
  const address = path.replace(/users\/\{id\}|\{userId\}/g, found =>
    found.replace(/\{\w+\}/, as?.userId ?? crypto.randomUUID()),
  )
  const answer = await shop.call(
    address.replace(/\{\w+\}/g, () => crypto.randomUUID()),
    {
      method,
      headers: { origin: ORIGIN, ...headers },
      ...(as && { as }),
      ...(method !== 'GET' && { json: {} }),
    },
  )
  if (answer.status === 401) return OWN_401.test(`${method} ${path}`) && 'by its own word'
  return answer.json?.code !== 'Unauthorized'
}

function mayCall({ path, access, right }: Route, { as, isSignedIn, role }: Caller): boolean {
  // An invalid token is refused, except on routes that use the cookie (docs/decisions/0005-better-auth.md).
  if (!isSignedIn) return access === 'anyone' && (!as || path.startsWith('/api/auth/'))
  if (access === 'anyone') return true
  return access === 'user' || hasRight(role, right!)
}

describe('every route', () => {
  it('names the allowed callers, and for a staff route the right [B-12.129] [B-13.76]', () => {
    const undeclared = routes.filter(({ access, right }) => !access || (access === 'admin' && !RIGHTS.includes(right!)))
    expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual([])
    const described = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))
    const served = shop.web.api.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(served)].filter(route => !described.has(route) && !UNDESCRIBED.includes(route))).toEqual([])
    expect(routes.length).toBeGreaterThan(100)
  })

  it('lets in exactly the callers of the table of rights [B-12.1] [B-12.129] [B-12.131] [B-12.132] [B-13.9] [B-13.73] [B-13.75]', async () => {
    const wrong: string[] = []
    // Session routes come last, because some of them end the caller's session.
    const isOfSessions = ({ path }: Route) => path.includes('/auth/')
    for (const route of [...routes.filter(one => !isOfSessions(one)), ...routes.filter(isOfSessions)]) {
      const answers = await Promise.all(callers.map(caller => isLetIn(route, caller)))
      for (const [position, caller] of callers.entries()) {
        const answer = answers[position]!
        if (answer === 'by its own word') continue
        if (answer !== mayCall(route, caller))
          wrong.push(`${caller.name} ${answer ? 'may' : 'may not'} ${route.method} ${route.path}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('requires a sign-in of the last 15 minutes for sensitive calls [B-13.12]', async () => {
    const owner = await shop.addUser({ admin: true })
    const now = shop.clock.now()
    const grave = routes.filter(route => route.isFreshAsked)
    expect(grave.map(({ method, path }) => `${method} ${path.replace('/api/', '')}`)).toEqual(
      expect.arrayContaining(FRESH),
    )
    shop.clock.advance(15 * 60_000 + 1000)
    for (const { method, path } of grave) {
      const address = path.replace(/\{\w+\}/g, () => crypto.randomUUID())
      const answer = await shop.call(address, { method, as: owner, ...(method !== 'GET' && { json: {} }) })
      expect([answer.status, answer.json?.code], `${method} ${path}`).toEqual([403, 'ReauthenticationRequired'])
    }
    shop.clock.set(now)
  })

  it('requires a second factor from staff outside a demo [B-13.11]', async () => {
    const owner = await shop.addUser({ admin: true })
    await shop.changeSettings({ auth: { staffSecondFactor: true } })
    const answer = await shop.call('/api/admin/orders', { as: owner })
    await shop.changeSettings({ auth: { staffSecondFactor: false } })
    expect([answer.status, answer.json.code]).toEqual([403, 'SecondFactorRequired'])
  })
})

/** The owner's object for each user route, by the beginning of its path; null for objects that any caller may name. */
async function ownedThings({ owner, orderId, productId }: typeof mine): Promise<[prefix: string, id: string | null][]> {
  const { db } = shop.services
  const { id: membership } = await db
    .selectFrom('membership')
    .select('id')
    .where('user_id', '=', owner.userId)
    .executeTakeFirstOrThrow()
  const ticket = { subject: 'My parcel', message: 'Where is it?' }
  const { json } = await shop.call('/api/support/tickets', { as: owner, json: ticket })
  const home = { line1: '1', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' }
  const address = await shop.call('/api/my/addresses', { as: owner, json: home })
  const [session, passkey, review, alert, now] = [newId(), newId(), newId(), newId(), shop.clock.now()]
  await db
    .insertInto('session')
    .values({
      id: session,
      user_id: owner.userId,
      token: session,
      expires_at: new Date(+now + 86_400_000),
      proved_at: now,
    })
    .execute()
  const asked = { channel: 'email', created_at: now, confirmed_at: now, expires_at: new Date(+now + 86_400_000) }
  await db
    .insertInto('stock_alert')
    .values({ id: alert, product_id: productId, user_id: owner.userId, email: owner.email, ...asked })
    .execute()
  const words = { author: 'Sam P.', rating: 4, title: 'Good', body: 'It holds.', created_at: now }
  await db
    .insertInto('product_review')
    .values({ id: review, product_id: productId, user_id: owner.userId, order_id: orderId, ...words })
    .execute()
  return [
    ['/api/auth/sessions/', session],
    ['/api/auth/mfa/passkeys/', passkey],
    ['/api/push/preferences/', owner.userId],
    ['/api/orders/', orderId],
    ['/api/subscriptions/', membership],
    ['/api/my/tickets/', json.id],
    ['/api/my/addresses/', address.json.id],
    ['/api/my/cards/', 'pm_of_owner'],
    // The winner's own test covers them.
    ['/api/my/prizes/', null],
    ['/api/my/wishlist/', null],
    ['/api/my/stock-alerts/', alert],
    ['/api/my/price-alerts/', null],
    ['/api/users/', owner.userId],
    ['/api/reviews/', review],
    ['/api/giveaways/', null],
    ['/api/products/', null],
  ]
}
/** Valid bodies, for routes that would otherwise refuse the body first. */
const BODIES: Record<string, object> = {
  'PUT /api/subscriptions/{id}': { plan: 'yearly' },
  'PUT /api/orders/{id}/shipping-address': { name: 'Sam', line1: '1', city: 'Reno', state: 'NV', postalCode: '89501' },
  'PATCH /api/my/addresses/{id}': { line1: '2' },
  'POST /api/my/tickets/{id}/messages': { message: 'Me too' },
  'PATCH /api/reviews/{id}': { rating: 1 },
  'POST /api/reviews/{id}/report': { reason: 'It names me.' },
}

it('gives no caller the data of another user, on any route that names it [B-12.116] [B-13.75]', async () => {
  const other = await shop.addUser({ subscriber: true })
  const things = await ownedThings(mine)
  const wrong: string[] = []
  for (const { method, path } of routes.filter(route => route.access === 'user' && route.path.includes('{'))) {
    const [, id] = things.find(([prefix]) => path.startsWith(prefix)) ?? []
    if (id === null) continue
    if (id === undefined) wrong.push(`${method} ${path} is about nobody knows whose thing`)
    const json = BODIES[`${method} ${path}`]
    const address = `${path.replace(/\{\w+\}/, id!)}${path.endsWith('/plan-change') ? '?plan=yearly' : ''}`
    const answer = await shop.call(address, {
      method,
      as: other,
      headers: { origin: ORIGIN },
      json,
    })
    if (![403, 404].includes(answer.status) || answer.text.includes(mine.owner.email))
      wrong.push(`${method} ${path} answered ${answer.status} ${answer.text.slice(0, 100)}`)
  }
  expect(wrong).toEqual([])
  for (const path of ['', '/orders', '/entries'])
    expect((await shop.call(`/api/users/${mine.owner.userId}${path}`, { as: mine.owner })).status).toBe(200)
})

it('owners may do everything, and no other role changes roles or settings [B-13.9]', () => {
  expect(RIGHTS_OF.owner).toEqual(RIGHTS)
  for (const role of ROLES.filter(one => one !== 'owner'))
    expect(RIGHTS_OF[role].filter(right => OWNERS_ALONE.has(right))).toEqual([])
})

it('the person who draws confirms cards that others typed, and adds or removes no entry [B-19.14]', () => {
  const rolesWith = (right: Right) => ROLES.filter(role => hasRight(role, right))
  expect(rolesWith('entries.change')).toEqual(['owner', 'manager'])
  expect(rolesWith('entries.confirm')).toEqual(['owner', 'manager', 'draw-officer'])
})
