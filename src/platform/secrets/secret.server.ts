import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '../db/database.server.ts'
import { EnvError } from '../env.ts'
import { createSeals, type SealLabel, type Seals, UnknownSecret } from './seal.server.ts'

/** The shop's secrets. The hash key hashes values for comparison. AUTH_SECRET seals values that are read again. */
export type Secret = {
  /** The hash key, which also signs cookies. It survives a rotation of AUTH_SECRET, so that opt-outs and links stay valid. */
  text: () => string
  /** Returns an HMAC in base64url. Include the purpose in the text, so that a hash is valid for one purpose only. */
  keyedHash: (text: string) => string
  /** Returns an HMAC by its own key, for once marks of closed accounts. It survives a rotation of AUTH_SECRET too. */
  onceHash: (text: string) => Buffer
  seals: Seals
  start: () => Promise<void>
}

type Options = {
  pool: Pool
  /** AUTH_SECRET. Demo mode can leave it out and uses a file in `dataDir`. */
  configured: string | undefined
  /** AUTH_SECRET_PREVIOUS: former secrets, which open but do not seal. */
  previous: readonly string[]
  dataDir: string
}

const KEY_FILE = 'auth-secret'

export const keyedHashBy = (key: string, message: string) =>
  createHmac('sha256', key).update(message).digest('base64url')

export function createSecret({ pool, configured, previous, dataDir }: Options): Secret {
  let hashKey: string | undefined
  let onceKey: string | undefined
  let seals: Seals | undefined
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The secret is used before start()')
    return value
  }
  return {
    text: () => started(hashKey),
    keyedHash: message => keyedHashBy(started(hashKey), message),
    onceHash: message => createHmac('sha256', started(onceKey)).update(message).digest(),
    seals: {
      seal: (text, label) => started(seals).seal(text, label),
      open: (sealed, label) => started(seals).open(sealed, label),
      isCurrent: value => started(seals).isCurrent(value),
    },
    /** @throws EnvError when neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS opens the database's hash key. */
    async start() {
      const current = configured ?? (await secretOfFolder(dataDir))
      seals = createSeals([current, ...previous])
      hashKey = await readHashKey(pool, seals, current, configured === undefined)
      onceKey = await readShopSecret(pool, seals, {
        name: 'once-key',
        label: { purpose: 'once key', owner: 'shop' },
        first: () => randomBytes(32).toString('base64url'),
      })
    },
  }
}

/** Reads or creates a demo's secret file. `link` is atomic, so that processes that start concurrently share one secret. */
async function secretOfFolder(folder: string): Promise<string> {
  const file = join(folder, KEY_FILE)
  const candidate = `${file}.${crypto.randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(candidate, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  await link(candidate, file).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(candidate)
  await chmod(file, 0o600)
  return (await readFile(file, 'utf8')).trim()
}

/** Reads the hash key. Its first value is the AUTH_SECRET of the first start. @throws EnvError */
async function readHashKey(pool: Pool, seals: Seals, current: string, isDemo: boolean): Promise<string> {
  try {
    return await readShopSecret(pool, seals, {
      name: 'hash-key',
      label: { purpose: 'hash key', owner: 'shop' },
      first: () => current,
    })
  } catch (error) {
    if (!(error instanceof UnknownSecret)) throw error
    throw new EnvError(
      isDemo
        ? `The file ${KEY_FILE} in DATA_DIR is not the one that this database was sealed with: put it back, or set AUTH_SECRET_PREVIOUS.`
        : 'AUTH_SECRET is not the one that this database was sealed with: give the former one as AUTH_SECRET_PREVIOUS.',
    )
  }
}

type ShopSecret = {
  /** Name of the row in `shop_secret`. */
  name: string
  label: SealLabel
  /** Creates the first value. */
  first: () => string
}

/**
 * Reads a secret that all processes of the shop share, from the table `shop_secret`. The first process creates the row. A row that a
 * former AUTH_SECRET sealed is sealed again by the current secret.
 * @returns the secret in clear.
 * @throws UnknownSecret when neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS sealed the row.
 */
export async function readShopSecret(pool: Pool, seals: Seals, secret: ShopSecret): Promise<string> {
  const { name, label, first } = secret
  await pool.query('insert into shop_secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    seals.seal(first(), label),
  ])
  const { rows } = await pool.query<{ value: string }>('select value from shop_secret where name = $1', [name])
  const sealed = rows[0]!.value
  const text = seals.open(sealed, label)
  if (!seals.isCurrent(sealed))
    await pool.query('update shop_secret set value = $3 where name = $1 and value = $2', [
      name,
      sealed,
      seals.seal(text, label),
    ])
  return text
}
