import { html } from 'hono/html'
import { sql } from 'kysely'
import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import {
  type EmailedReceipt,
  RECEIPT_PREVIEW,
  readShownReceipts,
  receiptBlocks,
  receiptFiles,
  type ShownReceipts,
} from '#features/draw-log/tree/queries/emailed-receipts.server.ts'
import { leafOfEvent } from '#features/draw-log/tree/queries/event-leaf.server.ts'
import { readGiveawayKey } from '#features/draw-log/tree/queries/holders.server.ts'
import { readSignedReceipt } from '#features/draw-log/tree/queries/receipts.server.ts'
import { notify } from '#features/notifications/commands/notify.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { defineEmail, greetingOf, link, nameless } from '#features/notifications/email.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { eachOf } from '#platform/each-of.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type AutoEntryResult, GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { slotsMoved } from '../../giveaway/queries/live-slots.server.ts'
import { readAutoEntry } from '../queries/auto-entry.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Members read per query, and entered concurrently. Both are small because auto-entry shares the pool with manual claims. */
const BATCH = 200
const AT_ONCE = 4
/** Sorts below every id. */
const FIRST = '00000000-0000-0000-0000-000000000000'

type Member = { user_id: string; email: string; name: string }
type Giveaway = { id: string; title: string; slug: string }
/** The part of `auto_enter`'s result (db/functions/auto_enter.sql) that is used here. */
type Entered = { outcome: string; slot: number | null }

/** Refusals that apply to all remaining members. */
const OVER = new Set(['sold_out', 'giveaway_ended', 'giveaway_not_found', 'not_eligible', 'not_yet_for_subscribers'])

/**
 * Enters each member with auto-entry into a Bronze giveaway whose early access has begun, once, with a random free slot and one Bronze
 * credit. The oldest accounts come first. Members without age, address or credit are skipped. Safe at any time, in several processes at
 * once, and again after a crash: `auto_entry` has a row for each processed member.
 * @returns how many members this run entered; 0 for a giveaway that is not due or is already done.
 */
export async function autoEnter(ctx: Context, giveawayId: string): Promise<number> {
  const now = ctx.now()
  const giveaway = await dueGiveaways(ctx, now).where('id', '=', giveawayId).executeTakeFirst()
  if (!giveaway) return 0
  let entered = 0
  let after = FIRST
  for (let isOver = false; !isOver; ) {
    const members = await wantingMembers(ctx, giveawayId, after)
    const last = members.at(-1)
    if (!last) break
    const slots: number[] = []
    await eachOf(members, AT_ONCE, async member => {
      if (isOver) return
      const { outcome, slot } = await enterMember(ctx, giveaway, member)
      if (slot !== null) slots.push(slot)
      if (OVER.has(outcome)) isOver = true
    })
    if (slots.length > 0) slotsMoved(ctx, giveawayId, { taken: slots })
    entered += slots.length
    after = last.user_id
  }
  await ctx.db
    .updateTable('giveaway')
    .set({ auto_entered_at: now })
    .where('id', '=', giveawayId)
    .where('auto_entered_at', 'is', null)
    .where('early_access_at', '<=', now)
    .execute()
  return entered
}

/** Runs auto-entry for all due giveaways, earliest first, so that downtime causes no missed run. */
export async function autoEnterDue(ctx: Context): Promise<void> {
  const due = await dueGiveaways(ctx, ctx.now()).orderBy('early_access_at').limit(50).execute()
  for (const { id } of due) await autoEnter(ctx, id)
}

const dueGiveaways = (ctx: Context, now: Date) =>
  ctx.db
    .selectFrom('giveaway')
    .select(['id', 'title', 'slug'])
    .where('tier', '=', 'Bronze')
    .where('early_access_at', '<=', now)
    .where('auto_entered_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('archived_at', 'is', null)
    .where('published_at', 'is not', null)

/** Staff are left out because the draw ignores their entries. */
const wantingMembers = (ctx: Context, giveawayId: string, after: string): Promise<Member[]> =>
  ctx.db
    .selectFrom('auto_entry_preference as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['w.user_id', 'u.email', 'u.name'])
    .where('w.enabled', '=', true)
    .where('w.user_id', '>', after)
    .where('u.role', '=', 'user')
    .where(sql<boolean>`is_subscriber(w.user_id)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('auto_entry as a').where('a.giveaway_id', '=', giveawayId).whereRef('a.user_id', '=', 'w.user_id'),
        ),
      ),
    )
    .orderBy('w.user_id')
    .limit(BATCH)
    .execute()

/** Enters the member and sends the message, both or neither. */
async function enterMember(ctx: Context, giveaway: Giveaway, member: Member): Promise<Entered> {
  return transact(ctx, async tx => {
    const now = tx.now()
    const born = bornUntil(now, tx.settings.minimumAge)
    const id = newId()
    const { rows } = await sql<Entered>`
      select * from auto_enter(${giveaway.id}, ${member.user_id}, ${id}, ${newId()}, ${now}, ${born}, ${DEFAULT_ENTRY_LIMITS})`.execute(
      tx.db,
    )
    const result = rows[0]!
    if (result.slot !== null) {
      await tellMember(tx, giveaway, member, {
        giveawayId: giveaway.id,
        userId: member.user_id,
        id,
        slot: result.slot,
        at: now,
      })
      tx.onCommit(ctx => tellUser(ctx, member.user_id, 'credits', 'entries'))
    }
    return result
  })
}

type NewEntry = { giveawayId: string; userId: string; id: string; slot: number; at: Date }

/** The receipt of the leaf that the sequencer will make of the entry. */
async function receiptOf(tx: TransactionContext, entry: NewEntry): Promise<EmailedReceipt> {
  const { giveawayId, userId, id, slot, at } = entry
  const key = await readGiveawayKey(tx, giveawayId)
  const event = { at, kind: 'enter', person_id: userId, number: slot, source: 'auto', entry_id: id }
  const receipt = await readSignedReceipt(tx, { giveawayId, leaves: [leafOfEvent(event, key)] })
  return { slots: [slot], receipt, holderSecret: key.secretOf(userId), nonces: [key.nonceOf(id)] }
}

/** The e-mail always leaves because a credit was spent. A push goes to members who want giveaway alerts. */
async function tellMember(
  tx: TransactionContext,
  giveaway: Giveaway,
  member: Member,
  entered: NewEntry,
): Promise<void> {
  const { slot } = entered
  const { id, title } = giveaway
  const shown = await readShownReceipts(tx, giveaway.slug, [await receiptOf(tx, entered)])
  const sentEmail = autoEntryEmail(tx, { ...giveaway, name: member.name, slot, ...shown })
  await sendEmail(tx, { to: member.email, userId: member.user_id }, sentEmail)
  await notify(tx, {
    userId: member.user_id,
    kind: 'giveaway_alert',
    onceKey: `${id}:auto-entry`,
    push: { title, body: `Auto-entry has taken slot ${slot} for you.`, data: { type: 'giveaway', giveawayId: id } },
  })
}

/**
 * Switches auto-entry on or off. Every user may switch it off, also after the membership ended.
 * @returns the resulting state and its message.
 * @throws auto_entry_for_members when a user without a membership switches it on.
 */
export async function setAutoEntry(
  ctx: Context,
  input: { userId: string; enabled: boolean },
): Promise<AutoEntryResult> {
  const { userId, enabled } = input
  const { numAffectedRows } = await sql`
    insert into auto_entry_preference (user_id, enabled, changed_at)
    select ${userId}::uuid, ${enabled}, ${ctx.now()} where ${!enabled} or is_subscriber(${userId})
    on conflict (user_id) do update set enabled = excluded.enabled, changed_at = excluded.changed_at`.execute(ctx.db)
  if (numAffectedRows === 0n) throw refuse('auto_entry_for_members')
  tellUser(ctx, userId, 'credits')
  return { ...(await readAutoEntry(ctx, userId)), message: `Auto-entry ${enabled ? 'enabled' : 'disabled'}` }
}

/** Switches auto-entry on for a new member, as part of the membership. An earlier choice is kept. */
export async function beginAutoEntry(ctx: Context, userId: string): Promise<void> {
  await sql`
    insert into auto_entry_preference (user_id, enabled, changed_at)
    select ${userId}::uuid, true, ${ctx.now()} where is_subscriber(${userId})
    on conflict (user_id) do nothing`.execute(ctx.db)
  tellUser(ctx, userId, 'credits')
}

type AutoEntered = ShownReceipts & { title: string; slug: string; name: string; slot: number }

/** E-mail to a member whom auto-entry entered: the cost, and where to change the setting. */
export const autoEntryEmail = defineEmail({
  preview: { title: 'Field Kit', slug: 'field-kit', name: 'Sam', slot: 18, ...RECEIPT_PREVIEW },
  write: ({ origin }, { title, slug, name, slot, ...shown }: AutoEntered) => ({
    subject: `You are in: ${title}`,
    body: [
      greetingOf(name),
      `auto-entry has taken slot ${slot} of ${title} for you. It cost one Bronze credit.`,
      html`<p>The giveaway, and to swap your slot:<br>${link(`${origin}/giveaways/${slug}`)}</p>`,
      html`<p>To turn auto-entry off:<br>${link(`${origin}/dashboard?tab=giveaways`)}</p>`,
    ],
    below: receiptBlocks(shown),
    attachments: receiptFiles(shown),
  }),
  unproven: nameless,
})
