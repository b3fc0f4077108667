import { sql } from 'kysely'
import { entryLimitOf } from '#features/draw-log/rules.ts'
import { readShownReceipts } from '#features/draw-log/tree/queries/emailed-receipts.server.ts'
import type { LockedGiveaway } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { isAddressAbroad, minimumAgeOf, regionOfPostalAddress } from '#features/giveaways/giveaway/eligibility/rules.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { REGION_NAMES } from '#kernel/shipping/us-states.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CARD_ERRORS } from '../contract.ts'
import { cardEnteredEmail } from '../emails.server.ts'
import { findReceiptOfCard } from '../queries/card-receipt.server.ts'
import { readEntriesPerFreeEntry } from '../queries/entries-per-free-entry.server.ts'
import type { Sender } from './ensure-sender.server.ts'
import { nextCardNumber } from './next-card-number.server.ts'

const refuse = refusals(CARD_ERRORS)

/** `online`: an entry of the form on the giveaway's page. */
export type Card = {
  number: number
  sender: Sender
  channel: 'mail' | 'online'
  receivedOn: string
  postmarkedOn: string | null
  needsSecond: boolean
  typedBy: string | null
}

/** A sender in a giveaway: all live entries of the person, bought and free together, the limit, the age on file, and the address. Alike senders count as one person. */
type Standing = { existing: number; limit: number; minimumAge: number; isUnderAge: boolean; address: string | null }

/** What the rules about a sender ask of a giveaway. */
export type CardTerms = Pick<LockedGiveaway, 'id' | 'tier' | 'entry_limit' | 'minimum_age' | 'eligible_states'>

/** Decides only where the caller holds the giveaway's lock alone, so that no claim of the same person runs. */
export async function readStanding(
  ctx: DataContext,
  giveaway: CardTerms,
  { id }: Pick<Sender, 'id'>,
): Promise<Standing> {
  const { rows } = await sql<{ existing: number; birthDate: string | null; address: string | null }>`
    select (select count(*) from giveaway_entry e where e.giveaway_id = ${giveaway.id} and e.removed_at is null
        and (e.user_id = any(array(select accounts_of_senders(s.id)))
          or (e.is_private and e.mail_sender_id = any(array(select id from alike_senders(s.id))))))::int as existing,
      coalesce((select birth_date from users where id = s.user_id), s.birth_date,
        (select max(coalesce(u.birth_date, a.birth_date)) from alike_senders(s.id) a left join users u on u.id = a.user_id)
      )::text as "birthDate", s.address
    from mail_sender s where s.id = ${id}`.execute(ctx.db)
  const { existing, birthDate, address } = rows[0]!
  const minimumAge = minimumAgeOf(giveaway.minimum_age, ctx.settings)
  return {
    existing,
    limit: entryLimitOf({ tier: giveaway.tier, entryLimit: giveaway.entry_limit }),
    minimumAge,
    isUnderAge: birthDate !== null && birthDate > bornUntil(ctx.now(), minimumAge),
    address,
  }
}

type SenderCode = 'sender_abroad' | 'sender_state_excluded' | 'sender_under_age' | 'card_over_cap'
type SenderProblem = { code: SenderCode; details: Record<string, string | number> }

/** The first rule of a bought entry that a card does not keep; null when it keeps them all. */
export function senderProblemOf(
  { eligible_states: states }: CardTerms,
  { existing, limit, minimumAge, isUnderAge, address }: Standing,
): SenderProblem | null {
  if (address && isAddressAbroad(address)) return { code: 'sender_abroad', details: {} }
  // An address in which no state can be read is left to the person who opens the card.
  const region = address && regionOfPostalAddress(address)
  if (region && !states.includes(region))
    return { code: 'sender_state_excluded', details: { state: REGION_NAMES[region] } }
  if (isUnderAge) return { code: 'sender_under_age', details: { age: minimumAge } }
  return existing >= limit ? { code: 'card_over_cap', details: { limit, existing } } : null
}

/**
 * The rules of a bought entry that a card must keep. @returns how many entries the limit leaves.
 * @throws card_over_cap, sender_under_age, sender_state_excluded, sender_abroad.
 */
export async function requireEntriesLeft(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  sender: Sender,
): Promise<number> {
  const standing = await readStanding(tx, giveaway, sender)
  const problem = senderProblemOf(giveaway, standing)
  if (problem) throw refuse(problem.code satisfies SenderCode, problem.details)
  return standing.limit - standing.existing
}

/**
 * Makes the entries of a waiting card, in the caller's transaction and under the giveaway's lock: as many as a purchase gives
 * (`readEntriesPerFreeEntry`), at most `room`. Their numbers come after the last slot on sale, so that a number is always free. Each further entry
 * takes the next number of the register, because the entry tree holds each card number once.
 * @returns the numbers of the entries.
 */
export async function enterCard(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  card: Card,
  room: number,
): Promise<number[]> {
  const count = Math.min(room, await readEntriesPerFreeEntry(tx, giveaway.tier))
  const lastNumber = Math.max(giveaway.total_slots, await lastMailedNumber(tx, giveaway.id))
  const isStaffEntry = card.sender.userId !== null && (await isStaff(tx, card.sender.userId))
  const entries: Entered[] = []
  for (let at = 1; at <= count; at++) {
    const entry = { id: newId(), slotNumber: lastNumber + at }
    const number = at === 1 ? await registered(tx, card, entry.id) : await extraCard(tx, giveaway.id, card, entry.id)
    await insertEntry(tx, giveaway, card, { ...entry, number, isStaffEntry })
    entries.push({ ...entry, number })
  }
  await tellSender(tx, giveaway, card, entries)
  return entries.map(({ slotNumber }) => slotNumber)
}

type Entered = { id: string; slotNumber: number; number: number }

export const slotsInWords = (slots: readonly number[]): string =>
  slots.length === 1 ? `Slot ${slots[0]}` : `Slots ${slots.join(', ')}`

async function registered(tx: TransactionContext, { number }: Card, entryId: string): Promise<number> {
  const updated = await tx.db
    .updateTable('mail_card')
    .set({ state: 'registered', entry_id: entryId, decided_by: tx.actor?.userId ?? null, decided_at: tx.now() })
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  requireOneRow(updated, `waiting card ${number}`)
  return number
}

/** A number of the register for a further entry of the card, which the same two persons decide. */
async function extraCard(tx: TransactionContext, giveawayId: string, card: Card, entryId: string): Promise<number> {
  const number = await nextCardNumber(tx)
  await tx.db
    .insertInto('mail_card')
    .values({
      number,
      giveaway_id: giveawayId,
      sender_id: card.sender.id,
      channel: card.channel,
      extra_of: card.number,
      received_on: card.receivedOn,
      postmarked_on: card.postmarkedOn,
      typed_by: card.typedBy,
      typed_at: tx.now(),
      needs_second: card.needsSecond,
      state: 'registered',
      entry_id: entryId,
      decided_by: tx.actor?.userId ?? null,
      decided_at: tx.now(),
    })
    .execute()
  return number
}

async function insertEntry(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  { sender, channel, typedBy, receivedOn, postmarkedOn }: Card,
  { id, slotNumber, number, isStaffEntry }: Entered & { isStaffEntry: boolean },
): Promise<void> {
  await tx.db
    .insertInto('giveaway_entry')
    .values({
      id,
      giveaway_id: giveaway.id,
      user_id: sender.userId,
      slot_number: slotNumber,
      is_private: true,
      // A free entry of a staff account counts as a staff entry, so the draw ignores it.
      is_staff: isStaffEntry,
      mail_name: sender.name,
      mail_email: sender.email,
      mail_received_on: receivedOn,
      mail_postmarked_on: postmarkedOn,
      mail_sender_id: sender.id,
      card_number: number,
      rules_version: giveaway.rules_version,
      created_at: tx.now(),
      created_by: tx.actor?.userId ?? null,
    })
    .execute()
  await writeAuditLog(tx, {
    action: channel === 'online' ? 'added by a free entry online' : 'added by mail',
    subject: { type: 'entry', id, label: `Slot ${slotNumber}, ${giveaway.title}` },
    after: {
      ...{ giveawayId: giveaway.id, slotNumber, card: number, email: sender.email, receivedOn, postmarkedOn },
      ...(channel === 'mail' && { isByOnePerson: typedBy === (tx.actor?.userId ?? null) }),
    },
  })
}

async function tellSender(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  card: Card,
  entries: readonly Entered[],
): Promise<void> {
  const { email, userId } = card.sender
  if (userId) tx.onCommit(ctx => tellUser(ctx, userId, 'entries'))
  if (!email) return
  const receipts = await Promise.all(
    entries.map(async ({ id, slotNumber }) => {
      const proof = await findReceiptOfCard(tx, giveaway.id, id)
      return proof ? [{ ...proof, slots: [slotNumber], nonces: [proof.nonce] }] : []
    }),
  )
  const message = cardEnteredEmail(tx, {
    title: giveaway.title,
    slug: giveaway.slug,
    channel: card.channel,
    slots: entries.map(({ slotNumber }) => slotNumber),
    card: card.number,
    ...(await readShownReceipts(tx, giveaway.slug, receipts.flat())),
  })
  await sendEmail(tx, { to: email, onceKey: `card:${card.number}`, ...(userId && { userId }) }, message)
}

async function isStaff(tx: TransactionContext, userId: string): Promise<boolean> {
  const user = await tx.db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst()
  return user !== undefined && user.role !== 'user'
}

/** Numbers of removed entries are not reused. */
async function lastMailedNumber(ctx: DataContext, giveawayId: string): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('giveaway_entry')
    .select(eb => eb.fn.max<number | null>('slot_number').as('last'))
    .where('giveaway_id', '=', giveawayId)
    .where('is_private', '=', true)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
