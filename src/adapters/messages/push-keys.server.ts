import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { Pool } from '#platform/db/database.server.ts'
import type { Seals } from '#platform/secrets/seal.server.ts'
import { readShopSecret } from '#platform/secrets/secret.server.ts'

export type PushKeys = { publicKey: string; privateKey: string }
type Options = { pool: Pool; seals: Seals; configured: PushKeys | undefined }

/**
 * The key pair by which push services know the shop (VAPID, RFC 8292). Browsers bind their subscriptions to the public key, so it
 * is created once and stored sealed in the database, for every process and every later start.
 * @param configured VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, which take precedence over the stored pair.
 */
export function createPushKeys({ pool, seals, configured }: Options) {
  let keys = configured
  return {
    read(): PushKeys {
      if (!keys) throw new Error('The push keys are used before start()')
      return keys
    },
    /** @throws when the configured keys are not a pair: push services would refuse every push, with browsers bound to the wrong key. */
    async start(): Promise<void> {
      if (configured && publicKeyOf(configured.privateKey) !== configured.publicKey)
        throw new Error('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.')
      if (configured) return
      const pair = await readShopSecret(pool, seals, {
        name: 'push-keys',
        label: { purpose: 'push keys', owner: 'shop' },
        first: () => JSON.stringify(webPush.generateVAPIDKeys()),
      })
      keys = JSON.parse(pair)
    },
  }
}

function publicKeyOf(privateKey: string): string {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey, 'base64url')
  return curve.getPublicKey('base64url')
}
