import { issueCredits } from '#features/credits/commands.server.ts'
import { listMessages } from '#features/notifications/queries.server.ts'
import { readEnv } from '#platform/env.ts'
import { newId } from '#platform/ids.server.ts'
import { createLogger } from '#platform/log.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import type { Tier } from '#platform/tiers.ts'
import { createShop } from '../services.server.ts'
import { createWeb } from '../web.server.ts'

export type TestUser = { userId: string; email: string; idToken: string }

type UserOptions = {
  email?: string
  name?: string
  admin?: boolean
  subscriber?: boolean
  birthDate?: string
  /** False leaves the shipping address out. */
  address?: boolean
  credits?: Partial<Record<Tier, number>>
}

type CallOptions = {
  as?: TestUser
  json?: unknown
  headers?: Record<string, string>
  method?: string
  body?: RequestInit['body']
}

type ShopOptions = {
  connections?: number
  now?: Date
  env?: Record<string, string>
  database?: Awaited<ReturnType<typeof openTestDatabase>>
}

export const ORIGIN = 'http://shop.test'

/**
 * A whole shop of one's own for a test file: real PostgreSQL, real jobs, the real Stripe SDK on the sandbox; only the network
 * is left out. Its clock stands still until it is moved.
 * @param options.connections of the database pool; tests of races want many.
 * @param options.database of a shop that was stopped: this one goes on with what it left.
 */
export async function openTestShop(options: ShopOptions = {}) {
  const database = options.database ?? (await openTestDatabase(1))
  let time = options.now ?? new Date('2026-03-02T12:00:00Z')
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    DATABASE_POOL: String(options.connections ?? 10),
    DATA_DIR: `/tmp/redoubt-files-${newId()}`,
    ...options.env,
  })
  const shop = createShop(env, {
    databaseUrl: database.url,
    origin: ORIGIN,
    now: () => new Date(time),
    log: createLogger('silent'),
    fetch: async (input, init) => web.app.fetch(new Request(input, init)),
  })
  const web = createWeb(shop)
  await shop.start()

  /** Calls the shop as a browser would. `json` makes it a POST unless a method is named. */
  async function call(path: string, { as, json, headers, method, body }: CallOptions = {}) {
    const init: RequestInit = {
      method: method ?? (json === undefined && !body ? 'GET' : 'POST'),
      headers: { ...headers },
    }
    if (json !== undefined) init.body = JSON.stringify(json)
    else if (body) init.body = body
    if (json !== undefined) (init.headers as Record<string, string>)['content-type'] ??= 'application/json'
    if (as) (init.headers as Record<string, string>).authorization = `Bearer ${as.idToken}`
    const response = await web.app.fetch(new Request(new URL(path, ORIGIN), init))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? JSON.parse(text) : undefined,
    }
  }

  async function addUser(user: UserOptions = {}): Promise<TestUser> {
    const userId = newId()
    const email = user.email ?? `user-${userId.slice(-12)}@example.com`
    const { db } = shop.services
    await db
      .insertInto('users')
      .values({
        id: userId,
        email,
        name: user.name ?? 'Sam Porter',
        email_verified: true,
        phone: '+18015550100',
        birth_date: user.birthDate ?? '1990-05-17',
        role: user.admin ? 'admin' : 'user',
      })
      .execute()
    if (user.address !== false) {
      await db
        .insertInto('shipping_address')
        .values({ user_id: userId, line1: '1 Fort Street', city: 'Provo', state: 'UT', postal_code: '84601' })
        .execute()
    }
    if (user.subscriber) {
      const month = 31 * 24 * 3600 * 1000
      await db
        .insertInto('membership')
        .values({
          id: newId(),
          user_id: userId,
          plan: 'monthly',
          status: 'active',
          started_at: time,
          current_period_ends_at: new Date(+time + month),
        })
        .execute()
    }
    for (const [tier, amount] of Object.entries(user.credits ?? {})) {
      const source = { type: 'test', id: userId, description: 'For a test' }
      await issueCredits(shop.system, { userId, tier: tier as Tier, amount, kind: 'granted', source })
    }
    const claims = {
      userId,
      email,
      name: user.name ?? 'Sam Porter',
      isAdmin: user.admin ?? false,
      isSubscriber: user.subscriber ?? false,
    }
    return { userId, email, idToken: (await shop.idTokens.issue(claims)).idToken }
  }

  /** Waits until every job that is due has been worked off. */
  async function settleJobs() {
    for (let round = 0; round < 300; round++) {
      const { rows } = await shop.services.pool.query<{ n: number }>(
        `select count(*) n from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() and name not like '\\_\\_pgboss%'`,
      )
      if (rows[0]!.n === 0) return
      await new Promise(done => setTimeout(done, 50))
    }
    throw new Error('Jobs did not come to rest.')
  }

  return {
    ...shop,
    web,
    database,
    call,
    addUser,
    settleJobs,
    outbox: (to?: string) => listMessages(shop.system, to),
    clock: {
      now: () => new Date(time),
      set(to: Date | string) {
        time = new Date(to)
      },
      advance(milliseconds: number) {
        time = new Date(+time + milliseconds)
      },
    },
    async close() {
      await shop.stop()
      await database.close()
    },
  }
}
