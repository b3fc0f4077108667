import { BlockList, isIP } from 'node:net'
import { hostname } from 'node:os'
import { z } from 'zod'

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform(text => ['on', 'true', '1'].includes(text))

const MAIL_FROM = /^(?:([^<>\p{Cc}]*)<([^\s<>@",]+@[^\s<>@",]+)>|[^\s<>@",]+@[^\s<>@",]+)$/u

/** `Shop <hello@shop.example>` or `"Shop, Inc." <hello@shop.example>` in its parts. */
function senderIn(text: string): { name: string; address: string } {
  const [, name = '', address = text] = MAIL_FROM.exec(text)!
  const quoted = /^"(.*)"$/.exec(name.trim())
  return { address, name: quoted ? quoted[1]!.replaceAll(/\\(.)/g, '$1') : name.trim() }
}

/** Every environment variable that the server reads, with its default. Production requires those in `productionProblems`. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** `demo` enables the sandbox, the outbox page and the seed; `production` refuses all three. */
  MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Allows a demo to use a `HOST` or `ORIGIN` that other machines reach: for a container or a test network. */
  DEMO_OPEN_TO_NETWORK: flag.default(false),
  /** The public address without a trailing slash. Links in e-mails and return addresses are built from it. */
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Direct address of PostgreSQL where DATABASE_URL is a pooler. Migrations and LISTEN need a dedicated connection. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Direct address of one or more standbys, for reads of catalogue, lists, reports and exports. Its role needs pg_read_all_stats. */
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** `transaction` when DATABASE_URL is PgBouncer in that mode: the shop then uses no named statements and no session settings. */
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** Statement timeout of a shopper's call. Staff calls get 6 times as long, jobs 12 times. */
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(500).max(600_000).default(5000),
  /** After this long without an answer from PostgreSQL, callers get 503. */
  DATABASE_SILENCE_MS: z.coerce.number().int().min(500).max(60_000).default(2000),
  /** How long a starting server waits for PostgreSQL to answer. */
  DATABASE_START_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  DATA_DIR: z.string().default('./.data'),
  AUTH_SECRET: z.string().min(32).optional(),
  /** Former values of AUTH_SECRET, separated by commas. They open old sealed values; the current secret seals those values again. */
  AUTH_SECRET_PREVIOUS: z
    .string()
    .default('')
    .transform(text => text.split(',').filter(Boolean))
    .refine(secrets => secrets.every(secret => secret.length >= 32), 'each is 32 characters or more'),
  /** Demo mode only: a separate database for the payment sandbox, so that tests can lose the shop's data and keep the provider's. */
  SANDBOX_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** A secret key, or a restricted one with the permissions in src/adapters/payments/README.md. */
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(live|test)_/, 'a secret key of Stripe begins with sk_, a restricted key with rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of e-mails of a shop whose settings have none: an address, or a name and an address. */
  MAIL_FROM: z
    .string()
    .trim()
    .regex(MAIL_FROM, 'a sender is an address, or a name and an address: Shop <hello@shop.example>')
    .transform(senderIn)
    .optional(),
  /** VAPID key pair. Without it the shop creates a pair at the first start and stores the pair in the database. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'a P-256 public key in base64url is 87 characters')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'a P-256 private key in base64url is 43 characters')
    .optional(),
  /** Contact address for push services, `mailto:` or `https:`. Default: the shop's own address. */
  VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** Accepts push endpoints on this machine, for tests and demos. */
  PUSH_LOCAL_ENDPOINTS: flag.default(false),
  /** Twilio sends SMS when all three are set. The token also verifies that inbound SMS come from Twilio. */
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional(),
  /** A phone number in E.164 form, or the id of a Twilio messaging service. */
  TWILIO_FROM: z
    .string()
    .regex(/^(\+\d{8,15}|MG\w{8,64})$/)
    .optional(),
  TWILIO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  /** Pictures are stored in a bucket when its name and both keys are set, else in DATA_DIR. The endpoint is for S3-compatible services. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'this is no name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().min(3).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(8).optional(),
  /** The source of the draws' randomness. Default: `drand` in production, `sandbox` in demo mode. Production refuses the sandbox. */
  BEACON: z.enum(['drand', 'sandbox']).optional(),
  /** Relays of drand in place of the public ones, separated by commas. */
  DRAND_RELAYS: z
    .string()
    .default('')
    .transform(text => text.split(',').flatMap(relay => relay.trim() || []))
    .refine(relays => relays.every(relay => /^https?:\/\/\S+$/.test(relay)), 'each is an https address'),
  /** Witnesses of the shop's log, separated by `;` or line breaks: verifier key, address, owner (`ours` for a witness of the shop). */
  WITNESSES: z
    .string()
    .default('')
    .transform(text => text.split(/[;\n]/).flatMap(line => line.trim() || []))
    .refine(
      lines => lines.every(line => /^[^\s+]+\+[0-9a-f]{8}\+[\w+/]{44}\s+https?:\/\/\S+\s+\S/.test(line)),
      'each is a verifier key, an address and an owner: you.example/witness+… https://… Name',
    ),
  /** How many witnesses must cosign: more than half, so that two quorums share a witness. */
  WITNESS_QUORUM: z.coerce.number().int().min(1).max(32).default(2),
  /**
   * An authority for time stamps (RFC 3161) that stamps each frozen list: its address, or `sandbox` in demo mode. Without it, lists get no
   * time stamp.
   */
  TIMESTAMP_URL: z.union([z.literal('sandbox'), z.url({ protocol: /^https?$/ })]).optional(),
  /** PEM file with the roots of the authority, in place of those that Node trusts. */
  TIMESTAMP_CA: z.string().optional(),
  /** How many proxies in front of the server write X-Forwarded-For; 0 trusts none. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  RATE_LIMITS: flag.default(true),
  /** Off in tests that make a provider fail on purpose and continue at once. */
  CIRCUIT_BREAKERS: flag.default(true),
  SEED: flag.default(true),
  /** How long a stopping server serves after `/readyz` fails. Default: 2000 in production, 0 in demo mode. */
  LAME_DUCK_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  /** Bearer token for `/metrics`. Without it, production has no `/metrics`. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Name of this process in logs and traces, such as the pod's. Default: host name and process id. */
  INSTANCE: z
    .string()
    .regex(/^[\w.:-]{1,80}$/)
    .default(() => `${hostname()}:${process.pid}`),
  /** Collector that takes traces by OTLP over HTTP, without `/v1/traces`. Without it, nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: z.string().default('redoubt'),
  /** Share of traces that are recorded, 0 to 1, where the caller did not decide. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** Default: `info` in production, `warn` in demo mode, where a person reads the terminal. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})

export type Env = z.infer<typeof schema>

/** A setting is wrong or missing. The message has one sentence for each setting. */
export class EnvError extends Error {}

/**
 * Checks the environment once, at start.
 * @param source usually `process.env`; empty strings count as absent.
 * @throws EnvError with one sentence for each wrong or missing setting.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (!result.success) {
    throw new EnvError(result.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}.`).join(' '))
  }
  const env = result.data
  const problems = env.MODE === 'production' ? productionProblems(env) : demoProblems(env)
  problems.push(...smsProblems(env), ...s3Problems(env), ...sandboxProblems(env), ...witnessProblems(env))
  if (env.DATABASE_POOLER !== 'none' && !env.DATABASE_DIRECT_URL)
    problems.push('DATABASE_DIRECT_URL is missing: LISTEN and migrations do not work through a pooler.')
  if (!env.VAPID_PUBLIC_KEY !== !env.VAPID_PRIVATE_KEY)
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.')
  if (problems.length > 0) throw new EnvError(problems.join(' '))
  return env
}

function productionProblems(env: Env): string[] {
  const needed = [
    'DATABASE_URL',
    'ORIGIN',
    'AUTH_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
  ] as const
  const problems: string[] = needed.filter(name => !env[name]).map(name => `${name} is missing: production needs it.`)
  if (env.WITNESSES.length === 0)
    problems.push('WITNESSES is missing: no draw of a production shop counts without them.')
  if (!env.CIRCUIT_BREAKERS) problems.push('CIRCUIT_BREAKERS=off is for demo mode only.')
  if (!env.RATE_LIMITS) problems.push('RATE_LIMITS=off is for demo mode only.')
  if (env.PUSH_LOCAL_ENDPOINTS) problems.push('PUSH_LOCAL_ENDPOINTS=on is for demo mode only.')
  if (env.DEMO_OPEN_TO_NETWORK) problems.push('DEMO_OPEN_TO_NETWORK=on is for demo mode only.')
  if (env.BEACON === 'sandbox')
    problems.push('BEACON=sandbox is for demo mode only: anyone can compute its rounds early.')
  if (env.TIMESTAMP_URL === 'sandbox')
    problems.push('TIMESTAMP_URL=sandbox is for demo mode only: anyone can sign its time stamps.')
  return problems
}

function sandboxProblems(env: Env): string[] {
  if (!env.SANDBOX_DATABASE_URL) return []
  if (env.MODE === 'production') return ['SANDBOX_DATABASE_URL is for demo mode only.']
  // The seed writes past orders and payments through one connection.
  return env.SEED ? ['SANDBOX_DATABASE_URL needs SEED=off: the demo data are written to one database.'] : []
}

/** SMS are optional. A partial configuration is an error. */
function smsProblems(env: Env): string[] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  if (names.every(name => !env[name])) return []
  return names.filter(name => !env[name]).map(name => `${name} is missing: SMS need all three settings of Twilio.`)
}

/** A quorum of half or fewer would allow two histories, each with a quorum of its own. */
function witnessProblems({ WITNESSES, WITNESS_QUORUM: quorum }: Env): string[] {
  const count = WITNESSES.length
  if (count === 0 || (quorum <= count && 2 * quorum > count)) return []
  return [`WITNESS_QUORUM=${quorum} does not fit ${count} in WITNESSES: it is more than half of them, and at most all.`]
}

/** A bucket is optional. A partial configuration is an error. */
function s3Problems(env: Env): string[] {
  const names = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every(name => !env[name])) return []
  return names.filter(name => !env[name]).map(name => `${name} is missing: a bucket needs its name and both keys.`)
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** True for addresses that only this machine reaches. A host name other than `localhost` may resolve to any address, so it is false. */
function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host === 'localhost' : LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6')
}

/** A demo shows all e-mails to every visitor, and the README has its owner password, so other machines must not reach a demo. */
function demoProblems({ HOST, ORIGIN, DEMO_OPEN_TO_NETWORK }: Env): string[] {
  if (DEMO_OPEN_TO_NETWORK) return []
  const problems: string[] = []
  if (!isLoopback(HOST))
    problems.push(
      `HOST=${HOST} lets other machines reach this demo and its known owner password: set MODE=production for a shop, DEMO_OPEN_TO_NETWORK=on for a demo in a container, or leave HOST out.`,
    )
  const host = ORIGIN && new URL(ORIGIN).hostname.replace(/^\[|\]$/g, '')
  if (host && !isLoopback(host) && !/\.(test|localhost)$/.test(host))
    problems.push('ORIGIN is a public address, and demo mode is open to everyone who reaches it: set MODE=production.')
  return problems
}
