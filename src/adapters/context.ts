import type { Db, Pool, Trx } from '#platform/db/database.server.ts'
import type { RateLimits } from '#platform/http/rate-limit.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Logger } from '#platform/log.server.ts'
import type { Role } from '#platform/rights.ts'
import type { Seals } from '#platform/seal.server.ts'
import type { Settings } from '#platform/settings.ts'
import type { Signals } from '#platform/signals.server.ts'
import type { Outage } from './breaker.server.ts'
import type { DeliverMessage } from './messages/port.ts'
import type { Push } from './messages/push-port.ts'
import type { Gateway } from './payments/gateway.ts'
import type { Payments } from './payments/port.ts'
import type { Storage } from './storage/port.ts'

/** Who asks; null is a guest. `isAdmin` is true for whoever has a role, and so may open the admin area. */
export type Actor = {
  userId: string
  email: string
  name: string
  isAdmin: boolean
  /** What they may do as staff (platform/rights.ts); null for shoppers. */
  role: Role | null
  isSubscriber: boolean
  /** Whether they sign in with a second factor as well. */
  hasSecondFactor?: boolean | undefined
  /** When the person last proved who they are, by password or factor; missing where nobody asked. */
  provedAt?: Date | undefined
  /** The session that the ID token belongs to: when it ends, the token does. Missing in tokens that no session gave out. */
  sessionId?: string | undefined
} | null

/** What every command and query gets as its first argument. Nothing is global; a test builds its own. */
export type Context = {
  db: Db
  /** The pool under `db`, for the few statements that are prepared by name. */
  pool: Pool
  actor: Actor
  now: () => Date
  jobs: Jobs
  log: Logger
  limits: RateLimits
  /** As they were when the work began: a request sees one whole, whatever an owner changes meanwhile. */
  settings: Settings
  signals: Signals
  /** The public address of the shop, without a slash at its end. */
  origin: string
  /** The caller's address, for limits and records; empty in jobs. */
  ip: string
  /** What the caller's browser calls itself, for records: at most 300 characters, believed by nobody; empty in jobs. */
  userAgent: string
  /** Of the call, as its answer names it; empty in jobs. */
  requestId: string
  mode: 'demo' | 'production'
  /** An HMAC with the shop's secret, for what must be recognised but never read: codes, keys of limits. */
  keyedHash: (text: string) => string
  /** Encrypts what must be read again by a key outside the database. */
  seals: Seals
  /** Drops kept public answers that show these things, here and in the other processes. Call it after the commit. */
  changed: (...tags: string[]) => void
  payments: Payments
  /** A second way to pay by card; missing where none is configured. */
  gateway: Gateway | undefined
  storage: Storage
  deliver: DeliverMessage
  /** The providers that do not answer and are left alone now. */
  outages: () => Outage[]
  push: Push
}

/** What lives as long as the process; a request adds who asks and from where. */
export type Services = Omit<Context, 'actor' | 'ip' | 'userAgent' | 'requestId'>

/** The same context whose writes belong to a transaction. */
export const within = (ctx: Context, trx: Trx): Context => ({ ...ctx, db: trx })
