import type { Pool } from '../db/database.server.ts'
import type { SealLabel, Seals } from './seal.server.ts'

type ShopSecret = {
  /** Name of the row in `shop_secret`. */
  name: string
  label: SealLabel
  /** Row in which releases up to 0.5.0 keep this secret in clear. Deleted once the sealed row is readable. */
  clearName: string
  /** Creates the first value. Receives the clear row's value, undefined without one. */
  first: (clear: string | undefined) => string
}

/**
 * Reads a secret that all processes of the shop share, from the table `shop_secret`. The first process creates the row. A row that a
 * former AUTH_SECRET sealed is sealed again by the current secret.
 * @returns the secret in clear.
 * @throws UnknownSecret when neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS sealed the row.
 */
export async function readShopSecret(pool: Pool, seals: Seals, secret: ShopSecret): Promise<string> {
  const { name, label, clearName, first } = secret
  const readValue = async (row: string) =>
    (await pool.query<{ value: string }>('select value from shop_secret where name = $1', [row])).rows[0]?.value
  await pool.query('insert into shop_secret (name, value) values ($1, $2) on conflict do nothing', [
    name,
    seals.seal(first(await readValue(clearName)), label),
  ])
  const sealed = (await readValue(name))!
  const text = seals.open(sealed, label)
  if (!seals.isCurrent(sealed))
    await pool.query('update shop_secret set value = $3 where name = $1 and value = $2', [
      name,
      sealed,
      seals.seal(text, label),
    ])
  await pool.query('delete from shop_secret where name = $1', [clearName])
  return text
}
