import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Pool } from '#platform/db/database.server.ts'
import type { SealLabel, Seals } from '#platform/seal.server.ts'

export type PushKeys = { publicKey: string; privateKey: string }
type Options = { pool: Pool; seals: Seals; configured: PushKeys | undefined }

const NAME = 'push-keys'
/** Where the release before keeps its pair in clear. */
const CLEAR_NAME = 'vapid'
const LABEL: SealLabel = { purpose: 'push keys', owner: 'shop' }

/** The kept pair, sealed by the current secret. A pair that the release before left in clear is taken over, and its row goes. */
async function readKept({ pool, seals }: Pick<Options, 'pool' | 'seals'>): Promise<PushKeys> {
  const readValue = async (name: string) =>
    (await pool.query<{ value: string }>('select value from shop_secret where name = $1', [name])).rows[0]?.value
  const first = (await readValue(CLEAR_NAME)) ?? JSON.stringify(webPush.generateVAPIDKeys())
  await pool.query('insert into shop_secret (name, value) values ($1, $2) on conflict do nothing', [
    NAME,
    seals.seal(first, LABEL),
  ])
  const value = (await readValue(NAME))!
  const text = seals.open(value, LABEL)
  if (!seals.isCurrent(value))
    await pool.query('update shop_secret set value = $3 where name = $1 and value = $2', [
      NAME,
      value,
      seals.seal(text, LABEL),
    ])
  await pool.query('delete from shop_secret where name = $1', [CLEAR_NAME])
  return JSON.parse(text)
}

/**
 * The key pair by which push services know the shop (VAPID, RFC 8292). Browsers bind their subscriptions to the public key, so it
 * is made once and kept in the database, sealed, for every process and every later start.
 * @param configured VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, which stand above the kept pair.
 */
export function createPushKeys({ pool, seals, configured }: Options) {
  let keys = configured
  return {
    read(): PushKeys {
      if (!keys) throw new Error('The push keys are used before start()')
      return keys
    },
    /** @throws when the configured keys are not a pair: every push would be refused, and by then browsers are bound to the wrong key. */
    async start(): Promise<void> {
      if (configured && publicKeyOf(configured.privateKey) !== configured.publicKey)
        throw new Error('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.')
      if (configured) return
      keys = await readKept({ pool, seals })
    },
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}
