import { createHmac, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from './db/database.server.ts'
import { EnvError } from './env.ts'
import { createSeals, type Seals, UnknownSecret } from './seal.server.ts'
import { readShopSecret } from './shop-secret.server.ts'

/** The shop's secrets. What must be recognised is hashed by the hash key, what must be read again is sealed by AUTH_SECRET. */
export type Secret = {
  /** The hash key, which also signs cookies. It stays when AUTH_SECRET is rotated, so that opt-outs and links go on to be recognised. */
  text: () => string
  /** An HMAC of a text, base64url. Name the purpose in the text, so that one use cannot stand for another. */
  keyedHash: (text: string) => string
  seals: Seals
  start: () => Promise<void>
}

type Options = {
  pool: Pool
  /** AUTH_SECRET; without it (demo mode only) a file in `dataDir`. */
  configured: string | undefined
  /** AUTH_SECRET_PREVIOUS: former ones, which open and do not seal. */
  previous: readonly string[]
  dataDir: string
}

const KEY_FILE = 'auth-secret'

export const keyedHashBy = (key: string, message: string) =>
  createHmac('sha256', key).update(message).digest('base64url')

export function createSecret({ pool, configured, previous, dataDir }: Options): Secret {
  let hashKey: string | undefined
  let seals: Seals | undefined
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The secret is used before start()')
    return value
  }
  return {
    text: () => started(hashKey),
    keyedHash: message => keyedHashBy(started(hashKey), message),
    seals: {
      seal: (text, label) => started(seals).seal(text, label),
      open: (sealed, label) => started(seals).open(sealed, label),
      isCurrent: value => started(seals).isCurrent(value),
    },
    /** @throws EnvError when AUTH_SECRET opens nothing of this database. */
    async start() {
      const current = configured ?? (await secretOfFolder(dataDir))
      seals = createSeals([current, ...previous])
      hashKey = await readHashKey(pool, seals, current, configured === undefined)
    },
  }
}

/** The file that stands for AUTH_SECRET in a demo. A link appears whole or not at all, so processes that start at once share one. */
async function secretOfFolder(folder: string): Promise<string> {
  const file = join(folder, KEY_FILE)
  const draft = `${file}.${crypto.randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  await chmod(file, 0o600)
  return (await readFile(file, 'utf8')).trim()
}

/**
 * The first hash key is what keyed the hashes before there was a sealed one: AUTH_SECRET, or a demo's clear row.
 * @throws EnvError
 */
async function readHashKey(pool: Pool, seals: Seals, current: string, isDemo: boolean): Promise<string> {
  try {
    return await readShopSecret(pool, seals, {
      name: 'hash-key',
      label: { purpose: 'hash key', owner: 'shop' },
      clearName: 'auth',
      first: clear => (isDemo && clear) || current,
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
