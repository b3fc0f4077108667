import { mkdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { makeSetupLink } from '#features/setup/commands.server.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { Db } from '#platform/db/database.server.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { startTracing } from '#platform/tracing/start-tracing.server.ts'
import { createProxyWarning } from './http/caller-address.server.ts'
import { identifyRequest } from './http/request-id.server.ts'
import { logRequests } from './http/request-log.server.ts'
import { answerOutsideRequests, securityHeaders, setHeaders } from './http/security/security-headers.server.ts'
import { handleUnreadBody, isClosing } from './http/unread-body.server.ts'
import { serveKept } from './pages/kept-answers.server.ts'
import { loadBuild } from './pages/standalone/build-files.ts'
import { startOwnPostgres } from './processes/serving/own-postgres.server.ts'
import { attachRealtime } from './services/realtime.server.ts'
import { createShop, type Shop } from './services/services.server.ts'
import { createWeb } from './web.server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Limits for a client that sends headers or body byte by byte. Staff uploads have five minutes. */
const TIMEOUTS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5000,
}

type Options = {
  /** In place of the demo's names, in a shop that is filled with demo data. */
  fillSettings?: (db: Db) => Promise<void>
  /** A custom clock, for tests and journeys. */
  now?: () => Date
  /** The shop's own PostgreSQL, begun before this module was loaded; undefined for a DATABASE_URL. */
  postgres?: ReturnType<typeof startOwnPostgres>
}

export type RunningServer = {
  address: string
  shop: Shop
  /** Set for a shop without an owner: the URL where its reader becomes the first owner. */
  setupLink: string | undefined
  stop: () => Promise<void>
}

/** How long a stopping production server keeps serving after `/readyz` fails. */
const PRODUCTION_LAME_DUCK_MS = 2000
/** Time for requests in progress before a stopping server closes their connections. */
const DRAIN_MS = 10_000
/**
 * How glibc looks up a name: five tries of 1 s. By default it tries twice for 5 s, so that a lookup that began during an outage of the name
 * server holds up the first connection after it for 5 s.
 */
const NAME_LOOKUP = 'timeout:1 attempts:5'

/**
 * Starts the shop: database, jobs, HTTP. Logs when it is ready, and cleans up when stopped.
 */
export async function startServer(
  env: Env = readEnv(process.env),
  { postgres: given, ...options }: Options = {},
): Promise<RunningServer> {
  process.env.RES_OPTIONS ??= NAME_LOOKUP
  await mkdir(env.DATA_DIR, { recursive: true })
  const postgres = await (given ?? startOwnPostgres(env))
  let draining = false
  let web: ReturnType<typeof createWeb> | undefined
  // Health checks have no Host header; other requests without one are refused below.
  const everywhere = securityHeaders(env.ORIGIN ?? '')
  let answer: Answer = (request, response) => {
    setHeaders(response, everywhere)
    notYet(request, response)
  }
  const http = createServer({ ...TIMEOUTS, requireHostHeader: false }, (request, response) => {
    if (isClosing(request)) return
    handleUnreadBody(request, response)
    answer(request, response)
  })
  answerOutsideRequests(http, everywhere)
  await new Promise<void>((done, fail) => http.once('error', fail).listen(env.PORT, env.HOST, done))
  const address = `http://${reachableHost(env.HOST)}:${(http.address() as { port: number }).port}`
  const ownDoor: Fetch = async (input, init) => web!.fetch(new Request(input, init))

  // A dynamic import, so that a production shop never loads the demo.
  const isSeeded = env.MODE === 'demo' && env.SEED
  const shop = createShop(env, {
    databaseUrl: env.DATABASE_URL ?? postgres!.url,
    origin: env.ORIGIN ?? address,
    fetch: ownDoor,
    ...(isSeeded && { fillSettings: (await import('./seed/demo-settings.server.ts')).fillDemoSettings }),
    ...options,
  })
  const stopTracing = await startTracing(env)
  await shop.start()
  if (isSeeded) await (await import('./seed/seed-demo.server.ts')).seedDemo(shop.system)
  const setupLink = env.ROLE === 'worker' ? undefined : await makeSetupLink(shop.services)
  web = createWeb(shop, await loadBuild(), () => draining)
  const { fetch } = web
  const listener = getRequestListener(logRequests(shop.services.log, fetch))
  const warnOfProxy = createProxyWarning(env.TRUSTED_PROXIES, shop.services.log)
  const fromMemory = serveKept(shop.responseCache, everywhere)
  answer = (request, response) => {
    warnOfProxy(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for']?.toString())
    if (draining) response.setHeader('connection', 'close')
    if (request.headers.host && fromMemory(request, response)) return
    setHeaders(response, everywhere)
    response.setHeader('x-request-id', identifyRequest(request))
    if (isHealthCheck(request)) return void answerHealthCheck(ownDoor, request, response)
    if (!request.headers.host && request.httpVersion === '1.1') return refuseWithoutHost(response)
    void listener(request, response)
  }

  const realtime = attachRealtime(http, shop)

  async function close() {
    draining = true
    const lameDuckMs = env.LAME_DUCK_MS ?? (env.MODE === 'production' ? PRODUCTION_LAME_DUCK_MS : 0)
    realtime.stop(lameDuckMs)
    // Balancers read `/readyz` in this time and stop sending; late requests are still answered.
    await sleep(lameDuckMs)
    await drain(http)
    await shop.stop()
    await stopTracing()
    await postgres?.stop()
  }
  let closing: Promise<void> | undefined
  const stop = () => {
    closing ??= close()
    return closing
  }
  return { address, shop, setupLink, stop }
}

/** The host for a URL: IPv6 in brackets, and this machine for a server that listens on all interfaces. */
function reachableHost(host: string): string {
  if (['0.0.0.0', '::'].includes(host)) return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** The server listens before the shop is open: early visitors are asked to retry, and a supervisor sees a live process. */
function notYet(request: IncomingMessage, response: ServerResponse): void {
  const alive = isHealthCheck(request) && request.url!.startsWith('/healthz')
  response
    .writeHead(alive ? 200 : 503, { 'content-type': 'text/plain', 'retry-after': '1' })
    .end(alive ? 'ok' : 'not ready')
}

/** A balancer's check may use HTTP/1.0 or omit Host, so no URL can be built from it. */
const isHealthCheck = ({ method = '', url = '' }: IncomingMessage) =>
  /^(GET|HEAD)$/.test(method) && /^\/(healthz|readyz)(\?|$)/.test(url)

async function answerHealthCheck(ask: Fetch, { url }: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await ask(new Request(new URL(url!, 'http://health')))
  response
    .writeHead(answer.status, { 'content-type': 'text/plain; charset=UTF-8', 'cache-control': 'no-store' })
    .end(await answer.text())
}

function refuseWithoutHost(response: ServerResponse): void {
  response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('The Host header is missing.')
}

/** Accepts nothing new, waits for requests in progress, and closes each connection as soon as it is idle. */
async function drain(http: Server): Promise<void> {
  const sweep = setInterval(() => http.closeIdleConnections(), 50)
  const patience = setTimeout(() => http.closeAllConnections(), DRAIN_MS)
  await new Promise<void>(done => http.close(() => done()))
  clearInterval(sweep)
  clearTimeout(patience)
}
