import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { REGION_NAMES } from '#kernel/shipping/us-states.ts'
import { transact } from '#kernel/transaction.server.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { isAddressAbroad, minimumAgeOf, regionOfPostalAddress } from '../../eligibility/rules.ts'
import { type LockedGiveaway, lockedGiveaway, lockedUnfrozen } from '../../lifecycle/commands/locked-giveaway.server.ts'
import { bornUntil, entryLimitOf } from '../../rules.ts'
import { REASON_NAMES, type RefusalReason } from '../card-reasons.ts'
import { CARD_ERRORS, type DecidedCard } from '../contract.ts'
import { cardEnteredEmail } from '../emails.server.ts'
import { receiptOfCard } from '../queries/card-receipt.server.ts'
import type { Sender } from './find-sender.server.ts'
import { cardChanged } from './tell-cards.server.ts'

const refuse = refusals(CARD_ERRORS)

/**
 * Confirms a waiting card: it becomes an entry, once. The constraint `card_two_persons` refuses the typist, and the guarded update lets
 * one of several concurrent calls through.
 * @throws card_not_found, card_decided, own_card, card_over_cap, sender_under_age, sender_state_excluded, sender_abroad, already_frozen.
 */
export async function confirmCard(ctx: Context, number: number): Promise<DecidedCard> {
  const giveawayId = await giveawayOfCard(ctx, number)
  return transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, giveawayId)
    const card = await waitingCard(tx, number)
    if (card.needsSecond && card.typedBy === tx.actor?.userId) throw refuse('own_card')
    await refuseUnlessAllowed(tx, giveaway, card.sender)
    const slotNumber = await enterCard(tx, giveaway, card)
    cardChanged(tx, giveawayId)
    return {
      message: `Card ${number} confirmed: Slot ${slotNumber}`,
      cardNumber: number,
      state: 'registered',
      slotNumber,
    }
  })
}

/** Refuses a waiting card. It stays in the register with its reason. @throws card_not_found, card_decided. */
export async function refuseCard(
  ctx: Context,
  { number, reason }: { number: number; reason: RefusalReason },
): Promise<DecidedCard> {
  const giveawayId = await giveawayOfCard(ctx, number)
  return transact(ctx, async tx => {
    const giveaway = await lockedGiveaway(tx, giveawayId)
    await waitingCard(tx, number)
    const refused = await tx.db
      .updateTable('mail_card')
      .set({ state: 'refused', reason, decided_by: tx.actor?.userId ?? null, decided_at: tx.now() })
      .where('number', '=', number)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    requireOneRow(refused, `waiting card ${number}`)
    await writeAuditLog(tx, {
      action: 'refused a card',
      subject: { type: 'giveaway', id: giveawayId, label: `Card ${number}, ${giveaway.title}` },
      after: { card: number, reason },
    })
    cardChanged(tx, giveawayId)
    return {
      message: `Card ${number} refused: ${REASON_NAMES[reason]}`,
      cardNumber: number,
      state: 'refused',
      slotNumber: null,
    }
  })
}

async function giveawayOfCard(ctx: DataContext, number: number): Promise<string> {
  const card = await ctx.db
    .selectFrom('mail_card')
    .select('giveaway_id')
    .where('number', '=', number)
    .executeTakeFirst()
  if (!card) throw refuse('card_not_found')
  return card.giveaway_id
}

export type Card = { number: number; sender: Sender; receivedOn: string; postmarkedOn: string | null }

/** A waiting card, locked. @throws card_decided */
async function waitingCard(
  tx: TransactionContext,
  number: number,
): Promise<Card & { needsSecond: boolean; typedBy: string | null }> {
  const row = await tx.db
    .selectFrom('mail_card as c')
    .innerJoin('mail_sender as s', 's.id', 'c.sender_id')
    .select(['c.state', 'c.typed_by as typedBy', 'c.needs_second as needsSecond', 'c.received_on as receivedOn'])
    .select(['c.postmarked_on as postmarkedOn', 's.id', 's.name', 's.email', 's.user_id as userId'])
    .where('c.number', '=', number)
    .forUpdate('c')
    .executeTakeFirst()
  if (row?.state !== 'waiting') throw refuse('card_decided', { number, state: row?.state ?? 'refused' })
  const { id, name, email, userId, ...card } = row
  return { number, ...card, sender: { id, name, email, userId } }
}

type Standing = { existing: number; birthDate: string | null; address: string | null }

/**
 * The rules of a bought entry that a card must keep: the entry limit, by all live entries of the person, bought and mailed together, and
 * the age on file, and the state in the address. The caller holds the giveaway's lock alone, so that no claim of the same person runs.
 */
export async function refuseUnlessAllowed(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  { id, userId }: Sender,
): Promise<void> {
  const { rows } = await sql<Standing>`
    select (select count(*) from giveaway_entry e where e.giveaway_id = ${giveaway.id} and e.removed_at is null
        and (e.user_id = ${userId} or (e.is_private and e.mail_sender_id = ${id})))::int as existing,
      (select birth_date::text from users where id = ${userId}) as "birthDate",
      (select address from mail_sender where id = ${id}) as address`.execute(tx.db)
  const { existing, birthDate, address } = rows[0]!
  refuseElsewhere(giveaway, address)
  const minimumAge = minimumAgeOf(giveaway.minimum_age, tx.settings)
  if (birthDate && birthDate > bornUntil(tx.now(), minimumAge)) throw refuse('sender_under_age', { age: minimumAge })
  const limit = entryLimitOf({ tier: giveaway.tier, entryLimit: giveaway.entry_limit })
  if (existing >= limit) throw refuse('card_over_cap', { limit, existing })
}

/** An address in which no state can be read is left to the person who opens the card. */
function refuseElsewhere({ eligible_states: states }: LockedGiveaway, address: string | null): void {
  if (!address) return
  if (isAddressAbroad(address)) throw refuse('sender_abroad')
  const region = regionOfPostalAddress(address)
  if (region && !states.includes(region)) throw refuse('sender_state_excluded', { state: REGION_NAMES[region] })
}

/**
 * Makes the entry of a waiting card, in the caller's transaction and under the giveaway's lock. Its number comes after the last slot on
 * sale, so that a number is always free. @returns the number.
 */
export async function enterCard(tx: TransactionContext, giveaway: LockedGiveaway, card: Card): Promise<number> {
  const { number, sender, receivedOn, postmarkedOn } = card
  const slotNumber = Math.max(giveaway.total_slots, await lastMailedNumber(tx, giveaway.id)) + 1
  const id = newId()
  const registered = await tx.db
    .updateTable('mail_card')
    .set({ state: 'registered', entry_id: id, decided_by: tx.actor?.userId ?? null, decided_at: tx.now() })
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  requireOneRow(registered, `waiting card ${number}`)
  await tx.db
    .insertInto('giveaway_entry')
    .values({
      id,
      giveaway_id: giveaway.id,
      user_id: sender.userId,
      slot_number: slotNumber,
      is_private: true,
      // A mailed entry of a staff account counts as a staff entry, so the draw ignores it.
      is_staff: sender.userId !== null && (await isStaff(tx, sender.userId)),
      mail_name: sender.name,
      mail_email: sender.email,
      mail_received_on: receivedOn,
      mail_postmarked_on: postmarkedOn,
      mail_sender_id: sender.id,
      card_number: number,
      created_at: tx.now(),
      created_by: tx.actor?.userId ?? null,
    })
    .execute()
  await writeAuditLog(tx, {
    action: 'added by mail',
    subject: { type: 'entry', id, label: `Slot ${slotNumber}, ${giveaway.title}` },
    after: { giveawayId: giveaway.id, slotNumber, card: number, email: sender.email, receivedOn, postmarkedOn },
  })
  await tellSender(tx, giveaway, { ...card, slotNumber, entryId: id })
  return slotNumber
}

async function tellSender(
  tx: TransactionContext,
  giveaway: LockedGiveaway,
  card: Card & { slotNumber: number; entryId: string },
) {
  const { email, userId, name } = card.sender
  if (userId) tx.onCommit(ctx => tellUser(ctx, userId, 'entries'))
  if (!email) return
  const proof = await receiptOfCard(tx, giveaway.id, card.entryId)
  const letter = cardEnteredEmail(tx, {
    name,
    title: giveaway.title,
    slug: giveaway.slug,
    slotNumber: card.slotNumber,
    card: card.number,
    receipt: proof?.receipt ?? null,
    holderSecret: proof?.holderSecret ?? null,
  })
  await sendEmail(tx, { to: email, onceKey: `card:${card.number}`, ...(userId && { userId }) }, letter)
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
