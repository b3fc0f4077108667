import { createHmac, randomBytes } from 'node:crypto'
import type { Pool } from './db/database.server.ts'

/** The shop's one secret: it signs cookies and keys the hashes of what must be recognised but never read. */
export type Secret = {
  text: () => string
  /** An HMAC of a text, base64url. Name the purpose in the text, so that one use cannot stand for another. */
  keyedHash: (text: string) => string
  start: () => Promise<void>
}

/**
 * @param configured AUTH_SECRET. Without it (demo mode only) a secret is made at the first start and kept in the database,
 * so that restarts and other processes know it too.
 */
export function createSecret(pool: Pool, configured: string | undefined): Secret {
  let secret = configured
  const text = () => {
    if (!secret) throw new Error('The secret is used before start()')
    return secret
  }
  return {
    text,
    keyedHash: message => createHmac('sha256', text()).update(message).digest('base64url'),
    async start() {
      if (secret) return
      await pool.query(`insert into shop_secret (name, value) values ('auth', $1) on conflict do nothing`, [
        randomBytes(48).toString('base64url'),
      ])
      const { rows } = await pool.query<{ value: string }>(`select value from shop_secret where name = 'auth'`)
      secret = rows[0]!.value
    },
  }
}
