import { sql } from 'kysely'
import { type LockedGiveaway, lockedUnfrozen } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { ENTRY_ERRORS } from '#features/giveaways/giveaway/errors/entry-errors.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { keptDay } from '#kernel/once/marks.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { daysAfter, shopDayOf } from '#kernel/values/shop-day.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import { refusals } from '#platform/errors.ts'
import { ensureSender, type Sender } from '../../cards/commands/ensure-sender.server.ts'
import { enterCard, readStanding } from '../../cards/commands/enter-card.server.ts'
import { nextCardNumber } from '../../cards/commands/next-card-number.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import { addressKeyOf, nameKeyOf } from '../../cards/sender-key.ts'
import { FREE_ENTRY_ERRORS } from '../contract.ts'
import { readFreeEntryToken } from '../free-entry-link.server.ts'
import { refuseClosedForm, refuseUnfitPerson } from '../queries/free-entry-terms.server.ts'

const refuse = refusals({ ...ENTRY_ERRORS, ...FREE_ENTRY_ERRORS })

/**
 * Makes the entry of a confirmed address, once, however often and concurrently the link is used. The caller's giveaway lock, the locked
 * row of the request and two unique indexes stand against a second one.
 * @throws free_entry_link_invalid, free_entry_link_over, free_entry_used, free_entry_limit, under_age, and the sentence of a closed form.
 */
export async function confirmFreeEntry(ctx: Context, { token }: { token: string }): Promise<void> {
  const id = readFreeEntryToken(ctx, token)
  if (!id) throw refuse('free_entry_link_invalid')
  const asked = await ctx.db
    .selectFrom('free_entry_request')
    .select('giveaway_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!asked) throw refuse('free_entry_link_over')
  await transact(ctx, async tx => {
    const giveaway = await lockedUnfrozen(tx, asked.giveaway_id)
    const request = await lockedRequest(tx, id)
    if (!request) throw refuse('free_entry_link_over')
    if (request.entered_at) return
    if (request.expires_at <= tx.now()) throw refuse('free_entry_link_over')
    refuseClosedForm(tx, giveaway)
    refuseUnfitPerson(tx, giveaway, { birthDate: request.birth_date, state: request.region })
    await enter(tx, giveaway, request)
    cardChanged(tx, giveaway.id)
  })
}

const lockedRequest = (tx: TransactionContext, id: string) =>
  tx.db
    .selectFrom('free_entry_request')
    .select(['id', 'email', 'name', 'address', 'region', 'birth_date', 'expires_at', 'entered_at'])
    .select(eb => eb.fn<string>('mailbox_of', ['email']).as('mailbox'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type Request = NonNullable<Awaited<ReturnType<typeof lockedRequest>>>

/** The entry is a card of the register, so that tree, receipts, tallies and odds treat it as one. */
async function enter(tx: TransactionContext, giveaway: LockedGiveaway, request: Request): Promise<void> {
  const day = shopDayOf(tx.now())
  const number = await nextCardNumber(tx)
  const { name, address, email, birth_date: birthDate, region } = request
  const sender = await ensureSender(tx, { name, address, email, birthDate, region })
  await refuseUsedPeriod(tx, giveaway.id, { ...request, senderId: sender.id })
  const room = await roomFor(tx, giveaway, sender)
  const card = { number, channel: 'online', receivedOn: day, postmarkedOn: null, needsSecond: false } as const
  await tx.db
    .insertInto('mail_card')
    .values({
      number,
      giveaway_id: giveaway.id,
      sender_id: sender.id,
      channel: card.channel,
      received_on: day,
      typed_at: tx.now(),
      needs_second: false,
      state: 'waiting',
    })
    .execute()
  const slots = await enterCard(tx, giveaway, { ...card, typedBy: null, sender }, room)
  const entered = await tx.db
    .updateTable('free_entry_request')
    .set({
      entered_at: tx.now(),
      entered_on: day,
      mailbox: request.mailbox,
      sender_id: sender.id,
      card_number: number,
    })
    .where('id', '=', request.id)
    .where('entered_at', 'is', null)
    .executeTakeFirst()
  requireOneRow(entered, `free entry ${request.id}`)
  await writeAuditLog(tx, {
    action: 'entered free online',
    subject: { type: 'giveaway', id: giveaway.id, label: `Card ${number}, ${giveaway.title}` },
    after: { card: number, slots },
  })
}

/**
 * One free entry a period, by mailbox and by name and address, also of an erased person. One statement reads both, so that a concurrent
 * erasure shows the entry or the mark of it.
 */
async function refuseUsedPeriod(
  tx: TransactionContext,
  giveawayId: string,
  { mailbox, name, address, senderId }: Pick<Request, 'mailbox' | 'name' | 'address'> & { senderId: string },
): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select greatest(max(entered_on)::text, ${keptDay(tx, 'free entry', [mailbox, giveawayId])},
      ${keptDay(tx, 'free entry sender', [nameKeyOf(name), addressKeyOf(address), giveawayId])}) as last
    from free_entry_request
    where giveaway_id = ${giveawayId} and entered_at is not null and (mailbox = ${mailbox}
      or sender_id in (select id from alike_senders(${senderId})))`.execute(tx.db)
  const { last } = rows[0]!
  if (!last) return
  const next = daysAfter(last, tx.settings.freeEntry.everyDays)
  if (next > shopDayOf(tx.now())) throw refuse('free_entry_used', { next: dayInWords(next) })
}

/** The rules of `requireEntriesLeft`, in words for the person who enters. */
async function roomFor(tx: TransactionContext, giveaway: LockedGiveaway, sender: Sender): Promise<number> {
  const { existing, limit, minimumAge, isUnderAge } = await readStanding(tx, giveaway, sender)
  if (isUnderAge) throw refuse('under_age', { age: minimumAge })
  if (existing >= limit)
    throw refuse('free_entry_limit', { entries: existing === 1 ? '1 entry' : `${existing} entries`, limit })
  return limit - existing
}
