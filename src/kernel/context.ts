import type { Role } from '#kernel/rights.ts'
import type { Settings } from '#kernel/settings.ts'
import type { Zone } from '#kernel/shipping/rates/rates.ts'
import type { Outage } from '#platform/breaker.server.ts'
import type { Costly } from '#platform/costly/costly.server.ts'
import type { Db, Pool, Trx } from '#platform/db/database.server.ts'
import type { RateLimits } from '#platform/http/rate-limit.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import type { Logger } from '#platform/log.server.ts'
import type { Seals } from '#platform/secrets/seal.server.ts'
import type { Beacon } from './ports/beacon.ts'
import type { Mail } from './ports/mail.ts'
import type { DeliverMessage, Push } from './ports/messages.ts'
import type { Providers } from './ports/payment-providers.ts'
import type { Pictures } from './ports/pictures.ts'
import type { Storage } from './ports/storage.ts'
import type { TimestampAuthority } from './ports/timestamps.ts'
import type { Witness, WitnessPolicy } from './ports/witness.ts'

/** The caller; null for a guest. `isAdmin` is true for every user with a staff role: they may open the admin area. */
export type Actor = {
  userId: string
  email: string
  name: string
  isAdmin: boolean
  /** The staff role (kernel/rights.ts); null for shoppers. */
  role: Role | null
  isSubscriber: boolean
  /** True when the user also signs in with a second factor. */
  hasSecondFactor?: boolean | undefined
  /** When the user last gave a password or second factor. Undefined when none was requested. */
  authenticatedAt?: Date | undefined
  /** The session of the ID token. The token ends with the session. Undefined for tokens without a session. */
  sessionId?: string | undefined
} | null

/**
 * One attempt at a call: `transact` marks it as committed, so that no later attempt runs after a commit.
 * `isResumed`: an earlier attempt has committed and lost its answer, and this call looks for its work first.
 */
export type IdempotentCall = { scope: string; key: string; attempt: number; isResumed: boolean }

/**
 * What a command or query may use both inside and outside a transaction: the database, the caller and the shop. It reaches nothing
 * outside PostgreSQL.
 */
export type DataContext = {
  /** In a call that only reads, a replica's, until `leaveReplica`. */
  db: Db
  /** Sends everything that follows to the primary. `transact` and `enqueue` call it; another write outside of a transaction does so itself. */
  leaveReplica?: (() => void) | undefined
  actor: Actor
  /**
   * The proposal of another person that this transaction carries out; `actor` confirmed it. Without it, an act that takes two persons
   * becomes a proposal.
   */
  proposal?: { id: string; proposedBy: string } | undefined
  now: () => Date
  /** Use `enqueue` of transaction.server.ts, which enqueues in the transaction of `db`. */
  jobs: Pick<Jobs, 'enqueue'>
  log: Logger
  /** Settings as of the start of the request: a concurrent change by an owner does not affect a running request. */
  settings: Settings
  /** Zones and methods of shipping, as of the start of the request. Empty: the settings price every order. */
  shippingZones: readonly Zone[]
  /** The public origin of the shop, without a trailing slash. */
  origin: string
  /** The caller's IP address, for rate limits and the audit log. Empty in jobs. */
  ip: string
  /** The caller's User-Agent, at most 300 characters, for the audit log only. Untrusted. Empty in jobs. */
  userAgent: string
  /** The request id, as sent in the response. Empty in jobs. */
  requestId: string
  mode: 'demo' | 'production'
  /** HMAC with the shop's secret, for values that are compared but never read: codes, rate limit keys. */
  keyedHash: (text: string) => string
  /** HMAC by its own key. Only `#kernel/once/marks.server.ts` uses it. */
  onceHash: (text: string) => Buffer
  /** Encrypts values that the shop must read again, with a key kept outside the database. */
  seals: Seals
  /** The addresses of pictures; files are for `Context`. */
  storage: Pick<Storage, 'publicUrl'>
  /** The chain of the draws' randomness; rounds are for `Context`. */
  beacon: Pick<Beacon, 'chain'>
  /** @throws Error in a shop without witnesses. */
  witnessPolicy: WitnessPolicy
}

/** Inside `transact`: `db` is the transaction. There are no providers and no effects that a rollback cannot undo. */
export type TransactionContext = DataContext & {
  db: Trx
  /** `write` enqueues what was collected, before the end of the transaction. Use `enqueue` and `writeJobs` of transaction.server.ts. */
  jobs: DataContext['jobs'] & { write: () => Promise<void> }
  /** Registers work for after the commit: cache tags, signals, sockets. Dropped by a rollback. */
  onCommit: (effect: Effect) => void
}

/** Work after a commit. Effects run in the order of registration; a failed effect is logged. */
export type Effect = (ctx: Context) => unknown

/** Outside a transaction: adds providers and effects. There are no globals, so a test builds its own context. */
export type Context = DataContext & {
  /** The primary's pool, for the few statements that need a connection of their own or are prepared by name. */
  pool: Pool
  jobs: Jobs
  limits: RateLimits
  /** The bulkheads of costly work; use `runCostly`. */
  costly: Costly
  /** Aborted when the caller's connection closes before the answer. Undefined in jobs. */
  leaving?: (() => AbortSignal) | undefined
  signals: Signals
  /** The call under an Idempotency-Key that runs now; undefined in other calls and in jobs. */
  idempotentCall?: IdempotentCall | undefined
  /** Invalidates cached public responses with these tags, in this process and all others. */
  changed: (...tags: string[]) => void
  payments: Providers
  storage: Storage
  /** The process in which pictures are decoded and encoded. */
  pictures: Pictures
  deliver: DeliverMessage
  mail: Mail
  /** Providers whose circuit breaker is open now. */
  outages: () => Outage[]
  push: Push
  /** The source of the draws' randomness. */
  beacon: Beacon
  /** The cosigners of the shop's log. Empty in production without `WITNESSES`. */
  witnesses: readonly Witness[]
  /** Stamps frozen lists; null in a shop without one. */
  timestamps: TimestampAuthority | null
}

/** Services that live as long as the process. A request adds the caller. */
export type Services = Omit<Context, 'actor' | 'ip' | 'userAgent' | 'requestId'>
