import { sql } from 'kysely'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { checkAddress, isDoubtful, type Place } from '#kernel/shipping/us-address/address-check.ts'
import { transact } from '#kernel/transaction.server.ts'

const AT_ONCE = 200
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** The tables of addresses on file with the key of a row. */
const BOOKS = [
  { table: sql.table('shipping_address'), key: sql.ref('user_id') },
  { table: sql.table('saved_address'), key: sql.ref('id') },
] as const
type Book = (typeof BOOKS)[number]

/** How many addresses a run looked at, wrote as parcels need them, and listed for staff. */
export type AddressCounts = { checked: number; mended: number; doubtful: number }

/**
 * Looks at each address on file that no run has looked at since its last edit: writes it as parcels need it where that is certain, else
 * leaves it as written and lists it for staff. Each batch commits by itself, so a run that ends early goes on where it ended.
 */
export async function checkAddresses(ctx: Context): Promise<AddressCounts> {
  const counts: AddressCounts = { checked: 0, mended: 0, doubtful: 0 }
  for (const book of BOOKS) await checkBook(ctx, book, counts)
  if (counts.checked > 0) ctx.log.info(counts, 'addresses on file were checked')
  return counts
}

async function checkBook(ctx: Context, book: Book, counts: AddressCounts): Promise<void> {
  let after = BEFORE_ALL
  for (;;) {
    const unchecked = await listUnchecked(ctx, book, after)
    if (unchecked.length === 0) return
    const looked = await transact(ctx, tx => checkBatch(tx, book, unchecked))
    counts.checked += looked.length
    counts.mended += looked.filter(one => one.isMended).length
    counts.doubtful += looked.filter(one => one.isDoubtful).length
    if (unchecked.length < AT_ONCE) return
    after = unchecked.at(-1)!.id
  }
}

type Unchecked = { id: string; userId: string }

async function listUnchecked({ db }: DataContext, { table, key }: Book, after: string): Promise<Unchecked[]> {
  const { rows } = await sql<Unchecked>`
    select ${key} as id, user_id as "userId" from ${table}
    where is_doubtful is null and ${key} > ${after} order by ${key} limit ${AT_ONCE}`.execute(db)
  return rows
}

type Looked = { id: string; place: Place; isMended: boolean; isDoubtful: boolean }

/** @returns the addresses of the batch that this run looked at; one that its user edits right now is left for the next run. */
async function checkBatch(tx: TransactionContext, book: Book, unchecked: readonly Unchecked[]): Promise<Looked[]> {
  const ids = unchecked.map(({ id }) => id)
  // The user comes before the address, as in every edit, and is not waited for.
  const users = await sql<{ id: string }>`
    select id from users where id = any(${[...new Set(unchecked.map(({ userId }) => userId))]}::uuid[])
    order by id for no key update skip locked`.execute(tx.db)
  const { table, key } = book
  const { rows } = await sql<Place & { id: string }>`
    select ${key} as id, city, state, postal_code as "postalCode", country from ${table}
    where ${key} = any(${ids}::uuid[]) and user_id = any(${users.rows.map(({ id }) => id)}::uuid[]) and is_doubtful is null`.execute(
    tx.db,
  )
  const looked = rows.map(look)
  const written = await write(tx, book, looked)
  return looked.filter(({ id }) => written.has(id))
}

/** Mends an address whose parts are all known and agree. A doubtful one stays as written. */
function look({ id, ...stored }: Place & { id: string }): Looked {
  const checked = checkAddress(stored)
  if (isDoubtful(checked)) return { id, place: stored, isMended: false, isDoubtful: true }
  const { city, state, postalCode } = checked.address
  const isMended = city !== stored.city || state !== stored.state || postalCode !== stored.postalCode
  return { id, place: checked.address, isMended, isDoubtful: false }
}

async function write(tx: TransactionContext, { table, key }: Book, looked: readonly Looked[]): Promise<Set<string>> {
  const rows = looked.map(({ id, place: { city, state, postalCode }, isDoubtful: is_doubtful }) => ({
    ...{ id, city, state, postal_code: postalCode, is_doubtful },
  }))
  const { rows: written } = await sql<{ id: string }>`
    update ${table} as a set city = n.city, state = n.state, postal_code = n.postal_code, is_doubtful = n.is_doubtful
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n(id uuid, city text, state text, postal_code text, is_doubtful boolean)
    where a.${key} = n.id and a.is_doubtful is null returning n.id`.execute(tx.db)
  return new Set(written.map(({ id }) => id))
}
