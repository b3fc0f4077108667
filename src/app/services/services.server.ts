import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { createPictureProcess, type PictureProcess } from '#adapters/images/process/picture-process.server.ts'
import { createDelivery } from '#adapters/messages/delivery.server.ts'
import { createPushKeys } from '#adapters/messages/push-keys.server.ts'
import { pushKeysOf, pushOf } from '#adapters/messages/push-service.server.ts'
import { createTxtReader } from '#adapters/messages/txt-records.server.ts'
import { joinProviders } from '#adapters/payments/join-providers.server.ts'
import { createDiskStorage } from '#adapters/storage/disk.server.ts'
import { createS3Storage } from '#adapters/storage/s3.server.ts'
import { restorePublished } from '#features/draw-log/log/commands/restore-log.server.ts'
import { createIdTokens, type IdTokens } from '#features/identity/sessions/id-token.server.ts'
import { followRevocations } from '#features/identity/sessions/revocations.server.ts'
import { createSessions, type Sessions } from '#features/identity/sessions/sessions.server.ts'
import type { LiveStorefront } from '#features/storefront/queries/live-storefront.server.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { Context, Services } from '#kernel/context.ts'
import type { LiveSettings } from '#kernel/live-settings.server.ts'
import { type ReadTxt, senderOf } from '#kernel/ports/mail.ts'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import type { Storage } from '#kernel/ports/storage.ts'
import type { LiveZones } from '#kernel/shipping/rates/live-zones.server.ts'
import { createCostly } from '#platform/costly/costly.server.ts'
import { hashesAtOnce } from '#platform/costly/costly-work.ts'
import type { DatabaseAway } from '#platform/db/connections/away.server.ts'
import type { Database, Db, Pool } from '#platform/db/database.server.ts'
import { createApartMigrations } from '#platform/db/migrations/apart-migrations.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import type { Env } from '#platform/env.ts'
import { createRateLimits } from '#platform/http/rate-limit.server.ts'
import type { ResponseCache } from '#platform/http/response-cache.server.ts'
import { createJobs } from '#platform/jobs/jobs.server.ts'
import { createSignals, type Signals } from '#platform/jobs/signals.server.ts'
import { createLogger, type Logger } from '#platform/log.server.ts'
import { createSecret, type Secret } from '#platform/secrets/secret.server.ts'
import { type Admission, createAdmission } from '../http/load/admission.server.ts'
import { defineJobs, enqueueStartJobs } from '../jobs.server.ts'
import { createShopMetrics, type ShopMetrics } from '../metrics/shop-metrics.server.ts'
import { followShop, openResponseCache } from '../pages/shop-cache.server.ts'
import { createBeats } from './beats.server.ts'
import { type Breakers, createBreakers } from './breakers.server.ts'
import { type Databases, openDatabases } from './databases.server.ts'
import { createDrawPorts, type DrawPortOptions } from './draw-ports.server.ts'
import { createPaymentProviders, type PaymentProviders } from './payment-provider.server.ts'
import { publishTexts } from './settings-ports.server.ts'

export type Shop = {
  env: Env
  services: Services
  /** Decrypts sealed values. Must be started before ID tokens. */
  secret: Secret
  idTokens: IdTokens
  sessions: Sessions
  /** Cached public responses of the API and pages. */
  responseCache: ResponseCache
  paymentProvider: PaymentProviders
  /** For staff calls, whose reports must not take shoppers' connections. */
  staffDatabase: Database
  /** Makes a reader for one call that only reads; undefined without a replica. */
  reader: Databases['reader']
  /** Why the database does not answer; undefined while it does. */
  databaseFailure: () => DatabaseAway | undefined
  /** Which calls this process takes while it is overloaded. */
  admission: Admission
  /** The zones of the shop, oldest first, for pages. */
  zones: LiveSettings['zones']
  /** What staff wrote for every public page. */
  storefront: Pick<LiveStorefront, 'current' | 'home' | 'changesAt'>
  metrics: ShopMetrics
  pictures: PictureProcess
  /** A context without a caller, for jobs and seeds. */
  system: Context
  start: () => Promise<void>
  /** Stops jobs and signals, then closes the database. */
  stop: () => Promise<void>
}

type Options = {
  databaseUrl: string
  origin: string
  fetch: Fetch
  now?: () => Date
  log?: Logger
  /** Payment providers besides the configured ones. */
  providers?: readonly PaymentProvider[] | undefined
  /** Reads DNS in place of the process's resolver. */
  readTxt?: ReadTxt | undefined
  /** False starts no job by the clock: a test whose own clock stands still calls the tasks itself. */
  cron?: boolean
  /** Writes the settings of an empty shop, before its first texts are made of them. */
  fillSettings?: ((db: Db) => Promise<void>) | undefined
  /** False enqueues no job of a start: a shop on an empty database has missed nothing. */
  startJobs?: boolean
} & DrawPortOptions

/** The way of messages. The sender is that of the settings at the moment of sending. */
const messagesOf = (
  env: Env,
  breakers: Breakers,
  { current }: LiveSettings,
  readTxt: ReadTxt = createTxtReader(),
): Pick<Services, 'deliver' | 'mail'> => ({
  deliver: breakers.deliver(createDelivery(env, () => senderOf(current(), env.MAIL_FROM))),
  mail: { from: env.MAIL_FROM, server: env.SMTP_URL && new URL(env.SMTP_URL).hostname, readTxt },
})

type Live = { settings: LiveSettings; shippingZones: LiveZones }

/** A context without a caller. Its settings are always current, because a copy would keep the settings of the start. */
const systemOf = (services: Services, { settings, shippingZones }: Live, { db, pool }: Database): Context => ({
  ...services,
  db,
  pool,
  get settings() {
    return settings.current()
  },
  get shippingZones() {
    return shippingZones.current()
  },
  actor: null,
  ip: '',
  userAgent: '',
  requestId: '',
})

/** Returns the configured bucket, else a local folder. */
function storageOf({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, ...env }: Env): Storage {
  if (!S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return createDiskStorage(join(env.DATA_DIR, 'files'))
  return createS3Storage({
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT?.replace(/\/$/, ''),
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}

const secretOf = (env: Env, pool: Pool): Secret =>
  createSecret({ pool, configured: env.AUTH_SECRET, previous: env.AUTH_SECRET_PREVIOUS, dataDir: env.DATA_DIR })

/** Follows revocations and new signing keys of other processes. */
function followTokens(signals: Signals, { revocations, signingKeys }: IdTokens): void {
  followRevocations(signals, revocations)
  signals.subscribe('signing-keys', () => void signingKeys.load().catch(() => {}))
}

/** Starts parts in this order: signals first, because parts that load data later rely on signals for changes. */
async function startInOrder(...steps: { start: () => unknown }[][]): Promise<void> {
  for (const parts of steps) await Promise.all(parts.map(part => part.start()))
}

const loggerOf = ({ LOG_LEVEL, MODE, INSTANCE }: Env): Logger =>
  createLogger(LOG_LEVEL ?? (MODE === 'demo' ? 'warn' : 'info'), undefined, INSTANCE)

type Part = { start: () => unknown; stop: () => unknown }
type Parts = Record<
  | 'apartMigrations'
  | 'idTokens'
  | 'settings'
  | 'shippingZones'
  | 'storefront'
  | 'drawPorts'
  | 'signals'
  | 'jobs'
  | 'paymentProvider'
  | 'admission'
  | 'beats',
  Part
> &
  Record<'secret' | 'pushKeys', Pick<Part, 'start'>> &
  Record<'pictures', Pick<Part, 'stop'>> & { databases: Databases }

/** Starts and stops the parts, each in the order that the others need. */
const lifecycleOf = (
  env: Env,
  system: Context,
  parts: Parts,
  { startJobs = true, fillSettings }: Pick<Options, 'startJobs' | 'fillSettings'>,
): Pick<Shop, 'start' | 'stop'> => ({
  async start() {
    const { databases, secret, signals, pushKeys, idTokens, settings, storefront, shippingZones, drawPorts, jobs } =
      parts
    await databases.start()
    await migrate(databases.migrations.db, { log: system.log })
    await fillSettings?.(databases.migrations.db)
    await startInOrder(
      [secret, signals],
      [pushKeys, idTokens, settings, storefront, shippingZones, drawPorts],
      [logOf(system)],
      [jobs],
    )
    await publishTexts(system)
    await parts.paymentProvider.start()
    if (startJobs) await enqueueStartJobs(system)
    await startInOrder([parts.admission, parts.beats])
    if (env.ROLE !== 'web') parts.apartMigrations.start()
  },
  async stop() {
    const { beats, admission, apartMigrations, paymentProvider, jobs, drawPorts, idTokens, settings, signals } = parts
    for (const part of [beats, admission, apartMigrations, paymentProvider]) await part.stop()
    const live = [settings, parts.storefront, parts.shippingZones]
    for (const part of [jobs, parts.pictures, drawPorts, idTokens, ...live, signals]) await part.stop()
    await parts.databases.close()
  },
})

const metricsOf = (system: Context, { staff, pools }: Databases, pictures: PictureProcess) =>
  createShopMetrics({ ...system, db: staff.db, pool: staff.pool }, pools, pictures.residentBytes)

/** The log of draws starts before jobs and requests, which append to it. */
const logOf = (system: Context) => ({ start: () => restorePublished(system) })

/** The bulkheads of costly work. */
const costlyOf = ({ DATABASE_POOL }: Env) =>
  createCostly({
    passwords: { atOnce: hashesAtOnce(availableParallelism()) },
    exports: { atOnce: Math.max(1, Math.floor(DATABASE_POOL / 8)) },
  })

/** Connects the parts and selects vendors by the environment only. Nothing runs before `start`. */
export function createShop(env: Env, options: Options): Shop {
  const now = options.now ?? (() => new Date())
  const log = options.log ?? loggerOf(env)
  const databases = openDatabases(env, options.databaseUrl, log)
  const { pool, db } = databases.shoppers
  const signals = createSignals(databases.jobs.pool, databases.directUrl, log, env.DATABASE_SILENCE_MS)
  const apartMigrations = createApartMigrations(databases.migrations.db, databases.directUrl, log)
  const jobs = createJobs(databases.jobs.pool, log, { work: env.ROLE !== 'web', cron: options.cron ?? true })
  const secret = secretOf(env, pool)
  const idTokens = createIdTokens({ pool, now, seals: secret.seals })
  const sessions = createSessions({ db, now, secret: secret.text, origin: options.origin })
  const breakers = createBreakers(env.CIRCUIT_BREAKERS, log)
  const responseCache = openResponseCache(signals, databases)
  const pushKeys = createPushKeys({ pool, seals: secret.seals, configured: pushKeysOf(env) })
  const brand = () => live.settings.current().brand
  const paymentProvider = createPaymentProviders(env, { ...options, pool, now, brand })
  const [first, ...others] = [...paymentProvider.providers, ...(options.providers ?? [])] as const
  const pictures = createPictureProcess({ log, inbox: resolve(env.DATA_DIR, 'uploads') })
  const drawPorts = createDrawPorts(env, { pool, now, log }, options)
  const live = followShop(env, { db, signals, log, now }, responseCache)
  const admission = createAdmission({ shoppers: pool, connections: env.DATABASE_POOL, settings: live.settings.current })
  followTokens(signals, idTokens)

  const services: Services = {
    db,
    pool,
    now,
    jobs,
    log,
    signals,
    limits: createRateLimits(pool, env.RATE_LIMITS),
    costly: costlyOf(env),
    get settings() {
      return live.settings.current()
    },
    get shippingZones() {
      return live.shippingZones.current()
    },
    origin: options.origin,
    mode: env.MODE,
    keyedHash: secret.keyedHash,
    onceHash: secret.onceHash,
    seals: secret.seals,
    changed: (...tags) => signals.publish('changed', tags),
    payments: joinProviders([breakers.provider(first), ...others.map(breakers.provider)]),
    storage: storageOf(env),
    pictures,
    ...messagesOf(env, breakers, live.settings, options.readTxt),
    outages: breakers.outages,
    push: pushOf(env, pushKeys, options.origin),
    ...drawPorts.ports,
  }
  const system = systemOf(services, live, databases.jobs)
  const beats = createBeats({ db: system.db, log, env, outages: breakers.outages, level: admission.level })
  defineJobs(system)
  const parts = { databases, pictures, apartMigrations, secret, signals, pushKeys, idTokens, ...live, drawPorts, jobs }
  const all = { ...parts, paymentProvider, admission, beats }

  return {
    env,
    services,
    secret,
    idTokens,
    sessions,
    responseCache,
    paymentProvider,
    staffDatabase: databases.staff,
    reader: databases.reader,
    databaseFailure: databases.pulse.failure,
    admission,
    zones: live.settings.zones,
    storefront: live.storefront,
    pictures,
    metrics: metricsOf(system, databases, pictures),
    system,
    ...lifecycleOf(env, system, all, options),
  }
}
