import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { toCents } from '#platform/money.ts'
import type { GiveawayInput, GiveawayPatch } from '../admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'
import { commitmentOf } from '../draw.ts'
import { giveawayChanged } from '../live-slots.server.ts'
import { earlyAccessOf } from '../rules.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Makes a giveaway, its secret seed and the public commitment to it. @returns its id. */
export async function createGiveaway(ctx: Context, input: GiveawayInput): Promise<string> {
  const id = newId()
  const seed = randomBytes(32).toString('hex')
  const startsAt = new Date(input.startDate)
  const endsAt = input.endDate ? new Date(input.endDate) : null
  const earlyAccessAt = input.earlyAccessDate
    ? new Date(input.earlyAccessDate)
    : earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
  assertOrder(startsAt, endsAt, earlyAccessAt)
  const commitment = await commitmentOf(seed)
  await ctx.db.transaction().execute(async trx => {
    await trx
      .insertInto('giveaway')
      .values({
        id,
        slug: await freeSlug(within(ctx, trx), input.title, id),
        title: input.title,
        description: input.description,
        tier: input.tier,
        category: input.category ?? input.tier,
        value_cents: toCents(input.value),
        total_slots: input.totalSlots,
        entry_limit: input.entryLimit,
        starts_at: startsAt,
        ends_at: endsAt,
        early_access_at: earlyAccessAt,
        subscription_visibility_only: input.subscriptionVisibilityOnly,
        send_premium_emails: input.sendPremiumEmails,
        send_free_user_emails: input.sendFreeUserEmails,
        send_premium_sms: input.sendPremiumSMS,
        send_free_user_sms: input.sendFreeUserSMS,
        images: imagesOf(input) ?? [],
        commitment,
        created_at: ctx.now(),
        updated_at: ctx.now(),
      })
      .execute()
    await trx.insertInto('giveaway_seed').values({ giveaway_id: id, seed }).execute()
    await awaitAutoEntry(within(ctx, trx), id, earlyAccessAt)
  })
  giveawayChanged(ctx, id)
  return id
}

/**
 * Changes a giveaway. A new start moves early access with it unless that is named too.
 * @throws giveaway_closed when it is over, tier_fixed, too_few_slots, slots_fixed when entries forbid it.
 */
export async function changeGiveaway(ctx: Context, id: string, patch: GiveawayPatch): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(trx)
    const giveaway = await trx
      .selectFrom('giveaway')
      .selectAll()
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (!giveaway) throw refuse('giveaway_not_found')
    const isOver = giveaway.closed_at !== null || (giveaway.ends_at !== null && giveaway.ends_at <= ctx.now())
    if (isOver && TERMS.some(term => patch[term] !== undefined)) throw refuse('giveaway_closed')
    await assertEntriesAllow(within(ctx, trx), id, { tier: giveaway.tier, totalSlots: giveaway.total_slots }, patch)

    const startsAt = patch.startDate ? new Date(patch.startDate) : giveaway.starts_at
    const endsAt = patch.endDate === undefined ? giveaway.ends_at : patch.endDate && new Date(patch.endDate)
    const earlyAccessAt = patch.earlyAccessDate
      ? new Date(patch.earlyAccessDate)
      : +startsAt === +giveaway.starts_at
        ? giveaway.early_access_at
        : earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
    assertOrder(startsAt, endsAt || null, earlyAccessAt)
    await trx
      .updateTable('giveaway')
      .set({
        ...columnsOf(patch),
        starts_at: startsAt,
        ends_at: endsAt || null,
        early_access_at: earlyAccessAt,
        updated_at: ctx.now(),
      })
      .where('id', '=', id)
      .execute()
    await awaitAutoEntry(within(ctx, trx), id, earlyAccessAt)
  })
  giveawayChanged(ctx, id)
}

/** Auto-entry runs when early access begins; a moment that was moved since finds the giveaway not due, or done. */
const awaitAutoEntry = (ctx: Context, giveawayId: string, earlyAccessAt: Date) =>
  ctx.jobs.enqueue(ctx.db, 'auto-enter', { giveawayId }, { startAfter: earlyAccessAt })

/** Takes a giveaway without entries off the lists. @throws giveaway_has_entries: credits were spent on it, its result is public. */
export async function deleteGiveaway(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(giveaway_lock(${id}))`.execute(trx)
    const { highest, lowest } = await entriesOf(within(ctx, trx), id)
    if (highest || lowest) throw refuse('giveaway_has_entries')
    const archived = await trx
      .updateTable('giveaway')
      .set({ archived_at: ctx.now() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    if (archived.numUpdatedRows === 0n) throw refuse('giveaway_not_found')
  })
  giveawayChanged(ctx, id)
}

/** What an entrant relied on; it stands still once the giveaway is over. */
const TERMS = ['tier', 'totalSlots', 'entryLimit', 'startDate', 'endDate', 'earlyAccessDate'] as const

function assertOrder(startsAt: Date, endsAt: Date | null, earlyAccessAt: Date) {
  if (endsAt && endsAt <= startsAt)
    throw refuseCommon('invalid_input', {}, { endDate: ['The end must come after the start.'] })
  if (earlyAccessAt > startsAt)
    throw refuseCommon('invalid_input', {}, { earlyAccessDate: ['Early access cannot begin after the start.'] })
}

async function assertEntriesAllow(
  ctx: Context,
  id: string,
  giveaway: { tier: string; totalSlots: number },
  patch: GiveawayPatch,
) {
  const tierChanges = patch.tier !== undefined && patch.tier !== giveaway.tier
  const slotsChange = patch.totalSlots !== undefined && patch.totalSlots !== giveaway.totalSlots
  if (!tierChanges && !slotsChange) return
  const { highest, mailed, lowest } = await entriesOf(ctx, id)
  if (tierChanges && lowest) throw refuse('tier_fixed')
  if (slotsChange && patch.totalSlots! < (highest ?? 0)) throw refuse('too_few_slots', { highest })
  if (slotsChange && mailed && patch.totalSlots! > giveaway.totalSlots) throw refuse('slots_fixed')
}

/** `highest` bought slot, `lowest` slot of any kind, and whether there are entries by mail. */
const entriesOf = (ctx: Context, id: string) =>
  ctx.db
    .selectFrom('giveaway_entry')
    .select(eb => [
      eb.fn.max<number | null>('slot_number').filterWhere('is_private', '=', false).as('highest'),
      eb.fn.min<number | null>('slot_number').as('lowest'),
      eb.fn.agg<boolean | null>('bool_or', ['is_private']).as('mailed'),
    ])
    .where('giveaway_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()

/** The main picture first; undefined when the input names none. */
function imagesOf({ image, images }: { image?: string | null | undefined; images?: string[] | undefined }) {
  if (image === undefined) return images
  return image ? [image, ...(images ?? []).filter(other => other !== image)] : (images ?? [])
}

/** Columns named by a patch; those it does not name stay undefined, which Kysely leaves out. */
const columnsOf = (patch: GiveawayPatch) => ({
  title: patch.title,
  description: patch.description,
  tier: patch.tier,
  category: patch.category ?? patch.tier,
  value_cents: patch.value === undefined ? undefined : toCents(patch.value),
  total_slots: patch.totalSlots,
  entry_limit: patch.entryLimit,
  subscription_visibility_only: patch.subscriptionVisibilityOnly,
  send_premium_emails: patch.sendPremiumEmails,
  send_free_user_emails: patch.sendFreeUserEmails,
  send_premium_sms: patch.sendPremiumSMS,
  send_free_user_sms: patch.sendFreeUserSMS,
  images: imagesOf(patch),
})

/** An address made of the title; the end of the id tells two giveaways of the same title apart. */
async function freeSlug(ctx: Context, title: string, id: string): Promise<string> {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-+|-+$/g, '')
  const slug = words || 'giveaway'
  // Of two giveaways of the same title at once the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`giveaway ${slug}`}, 0))`.execute(ctx.db)
  const taken = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken ? `${slug}-${id.slice(-12)}` : slug
}
