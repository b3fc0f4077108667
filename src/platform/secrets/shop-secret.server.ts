import type { Pool } from '../db/database.server.ts'
import type { SealLabel, Seals } from './seal.server.ts'

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
