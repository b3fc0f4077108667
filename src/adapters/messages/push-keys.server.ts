import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Pool } from '#platform/db/database.server.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The key pair by which push services know the shop (VAPID, RFC 8292). Browsers bind their subscriptions to the public key, so it
 * is made once and kept in the database for every process and every later start.
 * @param configured VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, which stand above the kept pair.
 */
export function createPushKeys(pool: Pool, configured: PushKeys | undefined) {
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
        JSON.stringify(webPush.generateVAPIDKeys()),
      ])
      const { rows } = await pool.query<{ value: string }>(`select value from shop_secret where name = 'vapid'`)
      keys = JSON.parse(rows[0]!.value) as PushKeys
    },
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}
