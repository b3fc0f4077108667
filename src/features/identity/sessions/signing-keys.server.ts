import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, type JWK, type JWTVerifyGetKey } from 'jose'
import { DAY_MS } from '#kernel/values/durations.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { resealAll, type Seals } from '#platform/secrets/seal.server.ts'

const PURPOSE = 'signing key'
const ROTATE_DAYS = 30
/** Minimum interval between lookups of unknown key ids, because any caller can send one. */
const LOOK_EVERY_MS = 1000
const RELOAD_EVERY_MS = 60_000
/** Notifies the other processes; the nil UUID is a sender id that belongs to no process. */
const TELL = `select pg_notify('redoubt', '00000000-0000-0000-0000-000000000000[["signing-keys",null]]')`

type Row = { kid: string; sealed_jwk: string; public_jwk: JWK; created_at: Date }
type Loaded = { signing: { kid: string; key: CryptoKey }; keys: JWK[] }

export type SigningKeys = {
  /** The key that signs new tokens. */
  current: () => Loaded['signing']
  publicKeys: () => JWK[]
  has: (kid: string | undefined) => boolean
  /** Finds a token's key; unknown ids are looked up in the database at most once a second. */
  find: JWTVerifyGetKey
  load: () => Promise<void>
  start: () => Promise<void>
  stop: () => void
}

type Options = { pool: Pool; seals: Seals; now: () => Date }

export function createSigningKeys({ pool, seals, now }: Options): SigningKeys {
  let loaded: Loaded | undefined
  let keySet: ReturnType<typeof createLocalJWKSet> | undefined
  let lastLookAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const known = () => {
    if (!loaded || !keySet) throw new Error('ID tokens are used before start()')
    return loaded
  }
  const has = (kid: string | undefined) => known().keys.some(key => key.kid === kid)

  async function load() {
    const { rows } = await pool.query<Row>(
      'select kid, sealed_jwk, public_jwk, created_at from sealed_signing_key order by created_at desc, kid desc',
    )
    const newest = rows[0]!
    const jwk = JSON.parse(seals.open(newest.sealed_jwk, { purpose: PURPOSE, owner: newest.kid })) as JWK
    const keys = rows.map(row => row.public_jwk)
    const key = (await importJWK(jwk, 'ES256')) as CryptoKey
    keySet = createLocalJWKSet({ keys })
    loaded = { signing: { kid: newest.kid, key }, keys }
  }

  return {
    current: () => known().signing,
    publicKeys: () => known().keys,
    has,
    async find(header, token) {
      if (!has(header.kid) && performance.now() - lastLookAt >= LOOK_EVERY_MS) {
        lastLookAt = performance.now()
        await load()
      }
      return keySet!(header, token)
    },
    load,
    async start() {
      await rotateSigningKey({ pool, seals, now: now() }, 'if-none')
      await load()
      timer = setInterval(() => void load().catch(() => {}), RELOAD_EVERY_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

type Rotation = { pool: Pool; seals: Seals; now: Date }

/**
 * Creates the next signing key.
 * @param when `if-none`: only if there is no key; `due`: if the newest key is 30 days old, and deletes keys whose last token has expired;
 * `now`: at once, and deletes all former keys, which voids every token that they signed, as after a leak.
 */
export async function rotateSigningKey({ pool, seals, now }: Rotation, when: 'if-none' | 'due' | 'now'): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const kid = crypto.randomUUID()
  const sealed = seals.seal(JSON.stringify(await exportJWK(pair.privateKey)), { purpose: PURPOSE, owner: kid })
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }
  const notBefore = { 'if-none': new Date(0), due: new Date(+now - ROTATE_DAYS * DAY_MS), now: null }[when]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('lock table sealed_signing_key in share row exclusive mode')
    await client.query(
      `insert into sealed_signing_key (kid, sealed_jwk, public_jwk, created_at) select $1, $2, $3, $4
       where $5::timestamptz is null or not exists (select from sealed_signing_key where created_at > $5)`,
      [kid, sealed, publicJwk, now, notBefore],
    )
    // A key is deleted a day after its successor was created; its tokens live an hour.
    if (when === 'due')
      await client.query(
        `delete from sealed_signing_key k where exists (
           select from sealed_signing_key next where next.created_at > k.created_at and next.created_at < $1)`,
        [new Date(+now - DAY_MS)],
      )
    if (when === 'now') await client.query('delete from sealed_signing_key where kid <> $1', [kid])
    await client.query(TELL)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Seals the keys again that a former secret had sealed. */
export async function resealSigningKeys({ pool, seals }: { pool: Pool; seals: Seals }): Promise<void> {
  const { rows } = await pool.query<{ owner: string; sealed: string }>(
    'select kid as owner, sealed_jwk as sealed from sealed_signing_key',
  )
  await resealAll(
    rows.filter(row => !seals.isCurrent(row.sealed)),
    ({ owner, sealed }) => {
      const label = { purpose: PURPOSE, owner }
      return seals.seal(seals.open(sealed, label), label)
    },
    (row, sealed) =>
      pool.query('update sealed_signing_key set sealed_jwk = $3 where kid = $1 and sealed_jwk = $2', [
        row.owner,
        row.sealed,
        sealed,
      ]),
  )
}
