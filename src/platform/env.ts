import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

const flag = z.enum(['on', 'off', 'true', 'false', '1', '0']).transform(text => ['on', 'true', '1'].includes(text))

/** Every environment variable the server reads, with its default. A production shop must name its own parts. */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  /** `demo` brings sandbox, outbox page and seed; `production` refuses all three. */
  MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Lets a demo listen on, and be named by, an address that other machines reach: for a container or a test network. */
  DEMO_OPEN_TO_NETWORK: flag.default(false),
  /** The public address, without a slash at its end; links in e-mails and return addresses are built from it. */
  ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** The database itself where DATABASE_URL is a pooler: for migrations and LISTEN, which need a connection of their own. */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** `transaction` when DATABASE_URL is PgBouncer in that mode: nothing is prepared by name or set for a session. */
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** The longest statement of a shopper's call; staff get 6 times as long, jobs 12 times. */
  DATABASE_STATEMENT_MS: z.coerce.number().int().min(500).max(600_000).default(5000),
  /** The database may be silent for this long before callers are answered 503. */
  DATABASE_SILENCE_MS: z.coerce.number().int().min(500).max(60_000).default(2000),
  /** How long a starting server waits for a database that does not answer yet. */
  DATABASE_START_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
  DATA_DIR: z.string().default('./.data'),
  AUTH_SECRET: z.string().min(32).optional(),
  /** Former values of AUTH_SECRET, separated by commas: what they sealed is opened, and sealed again by the current one. */
  AUTH_SECRET_PREVIOUS: z
    .string()
    .default('')
    .transform(text => text.split(',').filter(Boolean))
    .refine(secrets => secrets.every(secret => secret.length >= 32), 'each is 32 characters or more'),
  /** Demo mode: a database of the sandbox's own, so that tests can lose the shop's and keep the provider's. */
  SANDBOX_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Redoubt <hello@redoubt.test>'),
  /** The key pair that push services know the shop by; without it one is made at the first start and kept in the database. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, 'a P-256 public key in base64url is 87 characters')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'a P-256 private key in base64url is 43 characters')
    .optional(),
  /** Where push services reach whoever runs the shop, `mailto:` or `https:`; without it the shop's own address. */
  VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** Takes push endpoints on this machine too, for tests and demos. */
  PUSH_LOCAL_ENDPOINTS: flag.default(false),
  /** SMS leave by Twilio when these three are given; the token also proves that inbound SMS come from there. */
  TWILIO_ACCOUNT_SID: z.string().startsWith('AC').optional(),
  TWILIO_AUTH_TOKEN: z.string().min(16).optional(),
  /** A phone number in +1 form, or the id of a messaging service. */
  TWILIO_FROM: z
    .string()
    .regex(/^(\+\d{8,15}|MG\w{8,64})$/)
    .optional(),
  TWILIO_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.twilio.com'),
  /** Pictures lie in a bucket when it and both keys are given, else in DATA_DIR. The endpoint is for services that are compatible with S3. */
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
  /** How many proxies in front of the server write X-Forwarded-For; 0 trusts none. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  RATE_LIMITS: flag.default(true),
  /** Off in tests that make a provider fail on purpose and go on at once. */
  CIRCUIT_BREAKERS: flag.default(true),
  SEED: flag.default(true),
  /** How long a stopping server still serves after `/readyz` said no; left out: 2000 in production, 0 in demo mode. */
  LAME_DUCK_MS: z.coerce.number().int().min(0).max(60_000).optional(),
  /** What a scraper of `/metrics` must show in production; left out, production has no `/metrics`. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Left out: `info` in production, `warn` in demo mode, where the terminal belongs to a person. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
})

export type Env = z.infer<typeof schema>

/** A setting is wrong or missing; the message names each in one sentence. */
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
  problems.push(...smsProblems(env), ...s3Problems(env), ...sandboxProblems(env))
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
  if (!env.CIRCUIT_BREAKERS) problems.push('CIRCUIT_BREAKERS=off is for demo mode only.')
  if (!env.RATE_LIMITS) problems.push('RATE_LIMITS=off is for demo mode only.')
  if (env.PUSH_LOCAL_ENDPOINTS) problems.push('PUSH_LOCAL_ENDPOINTS=on is for demo mode only.')
  if (env.DEMO_OPEN_TO_NETWORK) problems.push('DEMO_OPEN_TO_NETWORK=on is for demo mode only.')
  return problems
}

function sandboxProblems(env: Env): string[] {
  if (!env.SANDBOX_DATABASE_URL) return []
  if (env.MODE === 'production') return ['SANDBOX_DATABASE_URL is for demo mode only.']
  // The seed writes the past of orders and payments through one connection.
  return env.SEED ? ['SANDBOX_DATABASE_URL needs SEED=off: the demo data are written to one database.'] : []
}

/** SMS are optional; half of their settings is a mistake. */
function smsProblems(env: Env): string[] {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  if (names.every(name => !env[name])) return []
  return names.filter(name => !env[name]).map(name => `${name} is missing: SMS need all three settings of Twilio.`)
}

/** A bucket is optional; half of its settings is a mistake. */
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

/** A demo shows every e-mail to every visitor, and the README tells its owner password: other machines must not reach it by accident. */
function demoProblems({ HOST, ORIGIN, DEMO_OPEN_TO_NETWORK }: Env): string[] {
  if (DEMO_OPEN_TO_NETWORK) return []
  const problems: string[] = []
  if (!isLoopback(HOST))
    problems.push(
      `HOST=${HOST} lets other machines reach this demo and its known owner password: set MODE=production for a shop, DEMO_OPEN_TO_NETWORK=on for a demo in a container, or leave HOST out.`,
    )
  const host = ORIGIN && new URL(ORIGIN).hostname.replace(/^\[|\]$/g, '')
  if (host && !isLoopback(host) && !/\.(test|localhost)$/.test(host))
    problems.push('ORIGIN is a public address, and demo mode is open to whoever reaches it: set MODE=production.')
  return problems
}
