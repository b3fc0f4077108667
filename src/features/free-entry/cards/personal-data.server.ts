import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { keepOnce } from '#kernel/once/marks.server.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { removeScanFiles } from './commands/remove-scan-files.server.ts'
import { cardChanged } from './commands/tell-cards.server.ts'
import { addressKeyOf, nameKeyOf } from './sender-key.ts'

/**
 * Senders of the person. A typed e-mail address counts where no account owns the sender. An account whose mailbox is unproven has none.
 */
const isTheirs = ({ userId, email }: DataSubject) =>
  email === null
    ? sql<boolean>`false`
    : sql<boolean>`(s.user_id = ${userId} or (s.user_id is null and s.email = ${email}))`

/** The cards of a person, with what was typed from them. */
export const listCardsOfPerson = (ctx: DataContext, person: DataSubject) =>
  ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('mail_sender as s', 's.id', 'c.sender_id')
    .innerJoin('giveaway as g', 'g.id', 'c.giveaway_id')
    .leftJoin('mail_card_scan as p', 'p.card_number', 'c.number')
    .select([
      'c.number as card',
      'g.title as giveaway',
      's.name',
      's.address',
      's.email',
      'c.received_on as receivedOn',
    ])
    .select(['c.postmarked_on as postmarkedOn', 'c.state', 'c.reason', 'p.stored_at as scannedAt'])
    .where(isTheirs(person))
    .orderBy('c.number', 'desc')
    .execute()

/** Free entries online that a person asked for, also unconfirmed ones. */
export const listFreeEntriesOfPerson = (ctx: DataContext, { email }: DataSubject) =>
  ctx.db
    .selectFrom('free_entry_request as r')
    .innerJoin('giveaway as g', 'g.id', 'r.giveaway_id')
    .select(['g.title as giveaway', 'r.name', 'r.address', 'r.email', 'r.birth_date as birthDate'])
    .select(['r.created_at as askedAt', 'r.entered_at as enteredAt', 'r.card_number as card'])
    .where('r.email', '=', email?.toLowerCase() ?? null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()

/** Whether an account holds a live entry by mail or online in one of these giveaways. Before its proof the entry is of its address. */
export async function hasEntryOfAddress(ctx: DataContext, userId: string, giveawayIds: readonly string[]) {
  const { rows } = await sql`
    select from giveaway_entry where user_id = ${userId} and is_private and removed_at is null
      and giveaway_id = any(${[...giveawayIds]}::uuid[]) limit 1`.execute(ctx.db)
  return rows.length > 0
}

/**
 * Returns the senders of a closed, unproven account and their live entries to the address. A sealed list keeps the bare id. The lock keeps a
 * list from being sealed in between.
 */
export async function handBackSenders(tx: TransactionContext, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select distinct giveaway_id as id from giveaway_entry e
    where user_id = ${userId} and is_private and mail_name is not null and not is_list_final(e.giveaway_id)
    order by giveaway_id`.execute(tx.db)
  for (const { id } of rows) await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(tx.db)
  await sql`
    update giveaway_entry e set user_id = null where user_id = ${userId} and is_private and mail_name is not null
      and not is_list_final(e.giveaway_id)`.execute(tx.db)
  await tx.db.updateTable('mail_sender').set({ user_id: null }).where('user_id', '=', userId).execute()
}

/**
 * Erases what was typed from a person's cards. The register keeps the numbers, days and decisions, which its counts and the published
 * tallies name. A card that still waits is withdrawn.
 */
export async function eraseSenders(tx: TransactionContext, person: DataSubject): Promise<void> {
  const withdrawn = await tx.db
    .updateTable('mail_card as c')
    .from('mail_sender as s')
    .set({ state: 'refused', reason: 'withdrawn', decided_at: tx.now(), decided_by: null })
    .whereRef('s.id', '=', 'c.sender_id')
    .where(isTheirs(person))
    .where('c.state', '=', 'waiting')
    .returning('c.giveaway_id as giveawayId')
    .execute()
  for (const giveawayId of new Set(withdrawn.map(card => card.giveawayId))) cardChanged(tx, giveawayId)
  await eraseScans(tx, person)
  await eraseFreeEntries(tx, person)
  await tx.db
    .updateTable('mail_sender as s')
    .set({
      name: 'Former customer',
      address: null,
      email: null,
      birth_date: null,
      region: null,
      name_key: null,
      address_key: null,
      user_id: person.userId,
      erased_at: tx.now(),
    })
    .where(isTheirs(person))
    .where('s.erased_at', 'is', null)
    .execute()
}

/** Deletes the pictures of a person's cards, while the senders still name the person. */
async function eraseScans(tx: TransactionContext, person: DataSubject): Promise<void> {
  const scans = await tx.db
    .deleteFrom('mail_card_scan as p')
    .using('mail_card as c')
    .innerJoin('mail_sender as s', 's.id', 'c.sender_id')
    .whereRef('c.number', '=', 'p.card_number')
    .where(isTheirs(person))
    .returning('p.file_key as fileKey')
    .execute()
  removeScanFiles(tx, scans)
}

/** Deletes a person's free entries online, while the senders still have their keys. The days stay as once marks. */
async function eraseFreeEntries(tx: TransactionContext, person: DataSubject): Promise<void> {
  const gone = await tx.db
    .deleteFrom('free_entry_request as r')
    .where(eb =>
      eb.or([
        eb('r.email', '=', person.email?.toLowerCase() ?? null),
        eb('r.sender_id', 'in', eb.selectFrom('mail_sender as s').select('s.id').where(isTheirs(person))),
      ]),
    )
    .returning([
      'giveaway_id as giveawayId',
      'mailbox',
      'name',
      'address',
      sql<string | null>`entered_on::text`.as('day'),
    ])
    .execute()
  await keepOnce(
    tx,
    gone.flatMap(({ giveawayId, mailbox, name, address, day }) =>
      day && mailbox
        ? [
            { kind: 'free entry', of: [mailbox, giveawayId], day },
            { kind: 'free entry sender', of: [nameKeyOf(name), addressKeyOf(address), giveawayId], day },
          ]
        : [],
    ),
  )
}
