import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { ADOPT_MAIL_ENTRIES } from '../../job-types.server.ts'
import { addressKeyOf, nameKeyOf } from '../sender-key.ts'

/** What is read on a card of its sender. */
export type TypedSender = {
  name: string
  address?: string | null | undefined
  email?: string | null | undefined
  birthDate?: string | null | undefined
  /** The two letters of the state. */
  region?: string | null | undefined
}

export type Sender = { id: string; name: string; email: string | null; userId: string | null }

/**
 * The sender of a card: found again by name, postal address and e-mail address together, else a new one. Anyone can write the name and
 * address of another person, so neither of them leads to an e-mail address or an account that the card does not name. An e-mail address
 * that an account with a proven mailbox has links the sender to that account. The proof of another adopts the sender (`adoptMailEntries`). `alike_senders` counts senders of one name and address as one person.
 * The caller holds the register's counter, so that two cards of one new sender are not typed at the same time.
 */
export async function ensureSender(tx: TransactionContext, typed: TypedSender): Promise<Sender> {
  const found =
    (await (typed.address ? withAddress(tx, typed) : withoutAddress(tx, typed))) ?? (await newSender(tx, typed))
  if (found.userId || !typed.email) return found
  const account = await tx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', typed.email)
    .where('deleted_at', 'is', null)
    .where('mailbox_unproven', '=', false)
    .executeTakeFirst()
  if (!account) return found
  const linked = await tx.db
    .updateTable('mail_sender')
    .set({ user_id: account.id })
    .where('id', '=', found.id)
    .executeTakeFirst()
  requireOneRow(linked, `sender ${found.id}`)
  // Earlier entries of the sender belong to the account too.
  await enqueue(tx, ADOPT_MAIL_ENTRIES, { userId: account.id })
  return { ...found, userId: account.id }
}

const COLUMNS = ['id', 'name', 'email', 'user_id as userId'] as const

const withAddress = (tx: TransactionContext, { name, address, email, birthDate, region }: TypedSender) =>
  tx.db
    .updateTable('mail_sender')
    // A card may bring what an earlier one lacked.
    .set({
      birth_date: sql<string | null>`coalesce(birth_date, ${birthDate ?? null})`,
      region: sql<string | null>`coalesce(region, ${region ?? null})`,
    })
    .where('name_key', '=', nameKeyOf(name))
    .where('address_key', '=', addressKeyOf(address!))
    .where('email', 'is not distinct from', email ?? null)
    .returning(COLUMNS)
    .executeTakeFirst()

/** Name keys stand beside address keys only, so the names are compared here. */
async function withoutAddress(tx: TransactionContext, { name, email }: TypedSender) {
  if (!email) return undefined
  const senders = await tx.db
    .selectFrom('mail_sender')
    .select(COLUMNS)
    .where('email', '=', email)
    .where('address_key', 'is', null)
    .where('erased_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return senders.find(sender => nameKeyOf(sender.name) === nameKeyOf(name))
}

const newSender = (tx: TransactionContext, { name, address, email, birthDate, region }: TypedSender): Promise<Sender> =>
  tx.db
    .insertInto('mail_sender')
    .values({
      id: newId(),
      name,
      address: address ?? null,
      email: email ?? null,
      birth_date: birthDate ?? null,
      region: region ?? null,
      name_key: address ? nameKeyOf(name) : null,
      address_key: address ? addressKeyOf(address) : null,
      created_at: tx.now(),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
