import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Pool } from '#platform/db/database.server.ts'
import { isSealed, type SealLabel, type Seals } from '#platform/seal.server.ts'

export type PushKeys = { publicKey: string; privateKey: string }
type Options = { pool: Pool; seals: Seals; configured: PushKeys | undefined }

const LABEL: SealLabel = { purpose: 'push keys', owner: 'shop' }

/** Opens the kept pair, and seals it again where it lies in clear or under a former secret. */
async function reseal({ pool, seals }: Pick<Options, 'pool' | 'seals'>, value: string): Promise<string> {
  const text = isSealed(value) ? seals.open(value, LABEL) : value
  if (!seals.isCurrent(value))
    await pool.query(`update shop_secret set value = $2 where name = 'vapid' and value = $1`, [
      value,
      seals.seal(text, LABEL),
    ])
  return text
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
      await pool.query(`insert into shop_secret (name, value) values ('vapid', $1) on conflict do nothing`, [
        seals.seal(JSON.stringify(webPush.generateVAPIDKeys()), LABEL),
      ])
      const { rows } = await pool.query<{ value: string }>(`select value from shop_secret where name = 'vapid'`)
      keys = JSON.parse(await reseal({ pool, seals }, rows[0]!.value)) as PushKeys
    },
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}
