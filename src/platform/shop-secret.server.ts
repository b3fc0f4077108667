import type { Pool } from './db/database.server.ts'
import type { SealLabel, Seals } from './seal.server.ts'

type ShopSecret = {
  /** Its row of `shop_secret`. */
  name: string
  label: SealLabel
  /** The row in which releases up to 0.5.0 keep this secret in clear. It is deleted once the sealed row is readable. */
  clearName: string
  /** The first value. Takes the clear row's value, undefined when there is none. */
  first: (clear: string | undefined) => string
}

/**
 * A secret that every process of the shop shares, from the table `shop_secret`. The first process to ask creates it; a row that a
 * former AUTH_SECRET sealed is sealed again by the current one.
 * @returns the secret in clear.
 * @throws UnknownSecret when neither AUTH_SECRET nor AUTH_SECRET_PREVIOUS sealed it.
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
