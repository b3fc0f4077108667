import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { requireServed } from '#kernel/shipping/served-countries.server.ts'
import { requireAddress } from '#kernel/shipping/us-address/require-agreement.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { saveShippingAddress } from '../shipping/commands/shipping-address.server.ts'
import { ShippingAddress } from '../user/contract.ts'
import type { AddressPorts } from '../user/ports.ts'
import { isStillThere } from '../user/queries.server.ts'
import {
  ADDRESS_BOOK_ERRORS,
  type AddressChange,
  type BookAddress,
  MAX_ADDRESSES,
  type NewAddress,
} from './contract.ts'
import { listAddresses } from './queries.server.ts'

const refuse = refusals(ADDRESS_BOOK_ERRORS)

/** Begins a change of one user's book, which ends with `orders.give`. Orders that wait for an address come before the user's row, as in `saveProfile`. */
async function lockBook(tx: TransactionContext, userId: string, orders: AddressPorts): Promise<BookAddress[]> {
  await orders.lock(tx, userId)
  // A concurrent deletion in another tab must not bring any data back.
  if (!(await isStillThere(tx, userId, 'update'))) throw refuseAny('NotAuthorizedException')
  return listAddresses(tx, userId)
}

/**
 * Adds an address. The first one of a book is its default.
 * @throws address_book_full; invalid_input where the shop does not ship to; address_mismatch.
 */
export function addAddress(
  ctx: Context,
  userId: string,
  added: NewAddress,
  orders: AddressPorts,
): Promise<BookAddress> {
  const { isDefault: asDefault = false, addressConfirmed: isConfirmed, ...address } = added
  return transact(ctx, async tx => {
    const book = await lockBook(tx, userId, orders)
    if (book.length >= MAX_ADDRESSES) throw refuse('address_book_full')
    requireAddress(tx, address, { isConfirmed })
    const id = newId()
    await insertSaved(tx, userId, { id, address })
    if (asDefault || book.length === 0) await makeDefault(tx, userId, id)
    await orders.give(tx, userId)
    return entryOf(tx, userId, id)
  })
}

/**
 * Changes an address in place, and makes it the default if asked.
 * @throws address_not_found; invalid_input for an incomplete address or one where the shop does not ship to;
 * address_mismatch.
 */
export function changeAddress(
  ctx: Context,
  { userId, id, change }: { userId: string; id: string; change: AddressChange },
  orders: AddressPorts,
): Promise<BookAddress> {
  const { isDefault: asDefault, addressConfirmed: isConfirmed, ...fields } = change
  return transact(ctx, async tx => {
    const book = await lockBook(tx, userId, orders)
    const known = book.find(entry => entry.id === id)
    if (!known) throw refuse('address_not_found')
    if (Object.keys(fields).length > 0) await rewrite(tx, userId, known, { fields, isConfirmed })
    if (asDefault && !known.isDefault) await makeDefault(tx, userId, id)
    await orders.give(tx, userId)
    return entryOf(tx, userId, id)
  })
}

type Corrected = { id: string | undefined; address: ShippingAddress; isConfirmed: boolean | undefined }

/**
 * Writes an address of a user whose row the caller has locked, on behalf of staff. A confirmed one is no longer listed for them.
 * @param corrected.id the default without it.
 * @throws address_not_found; invalid_input where the shop does not ship to.
 */
export async function correctAddress(
  tx: TransactionContext,
  userId: string,
  { id, address, isConfirmed }: Corrected,
): Promise<void> {
  const saved = id ? (await listAddresses(tx, userId)).find(entry => entry.id === id) : undefined
  if (id && !saved) throw refuse('address_not_found')
  if (saved && !saved.isDefault) {
    requireServed(tx, address.country, 'address.country')
    await writeSaved(tx, userId, { id: saved.id, address })
    if (isConfirmed)
      await tx.db.updateTable('saved_address').set({ is_doubtful: false }).where('id', '=', saved.id).execute()
    return
  }
  await saveShippingAddress(tx, { userId, address, field: 'address' })
  if (isConfirmed)
    await tx.db.updateTable('shipping_address').set({ is_doubtful: false }).where('user_id', '=', userId).execute()
}

/** Removes an address. The newest of the others follows a default. @throws address_not_found */
export function removeAddress(ctx: Context, userId: string, id: string, orders: AddressPorts): Promise<void> {
  return transact(ctx, async tx => {
    const book = await lockBook(tx, userId, orders)
    const known = book.find(entry => entry.id === id)
    if (!known) throw refuse('address_not_found')
    const next = book.find(entry => !entry.isDefault)
    if (known.isDefault && next) await makeDefault(tx, userId, next.id)
    // Without a successor the default is the last address, so the row goes.
    if (known.isDefault && !next) await tx.db.deleteFrom('shipping_address').where('user_id', '=', userId).execute()
    else await tx.db.deleteFrom('saved_address').where('user_id', '=', userId).where('id', '=', id).execute()
    await orders.give(tx, userId)
  })
}

async function entryOf(tx: TransactionContext, userId: string, id: string): Promise<BookAddress> {
  const entry = (await listAddresses(tx, userId)).find(address => address.id === id)
  if (!entry) throw refuse('address_not_found')
  return entry
}

async function rewrite(
  tx: TransactionContext,
  userId: string,
  { id, isDefault, ...before }: BookAddress,
  {
    fields,
    isConfirmed,
  }: { fields: Omit<AddressChange, 'isDefault' | 'addressConfirmed'>; isConfirmed: boolean | undefined },
): Promise<void> {
  const parsed = ShippingAddress.safeParse({ ...before, ...fields })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw refuseAny('invalid_input', {}, { [path.join('.') || 'address']: [message] })
  }
  const address = parsed.data
  requireAddress(tx, address, { isConfirmed })
  if (isDefault) return saveShippingAddress(tx, { userId, address, field: 'address' })
  await writeSaved(tx, userId, { id, address })
}

async function writeSaved(tx: TransactionContext, userId: string, { id, address }: Saved): Promise<void> {
  const { postalCode, ...columns } = address
  const row = { ...columns, line2: address.line2 || null, postal_code: postalCode }
  await tx.db.updateTable('saved_address').set(row).where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Exchanges the default and a saved address. Each keeps its id. */
async function makeDefault(tx: TransactionContext, userId: string, id: string): Promise<void> {
  await sql`
    insert into saved_address (id, user_id, line1, line2, city, state, postal_code, country, saved_at)
    select address_id, user_id, line1, line2, city, state, postal_code, country, ${tx.now()}
    from shipping_address where user_id = ${userId}`.execute(tx.db)
  const chosen = await tx.db
    .deleteFrom('saved_address')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['line1', 'line2', 'city', 'state', 'postal_code as postalCode', 'country'])
    .executeTakeFirstOrThrow()
  await saveShippingAddress(tx, { userId, address: ShippingAddress.parse(chosen), field: 'address' })
  await tx.db.updateTable('shipping_address').set({ address_id: id }).where('user_id', '=', userId).execute()
}

type Saved = { id: string; address: ShippingAddress }

async function insertSaved(tx: TransactionContext, userId: string, { id, address }: Saved): Promise<void> {
  const { postalCode, line2, ...columns } = address
  await tx.db
    .insertInto('saved_address')
    .values({ id, user_id: userId, ...columns, line2: line2 || null, postal_code: postalCode, saved_at: tx.now() })
    .execute()
}
