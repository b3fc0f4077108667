import { randomBytes } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { toCents } from '#kernel/values/money.ts'
import type { Giveaway } from '#platform/db/tables.ts'
import { refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { GIVEAWAY_COLUMNS } from '../../catalogue/giveaway-columns.server.ts'
import { commitmentOf } from '../../draws/draw.ts'
import { storeSeeds } from '../../draws/giveaway-seeds.server.ts'
import { giveawayChanged } from '../../entries/live-slots.server.ts'
import { AUTO_ENTER } from '../../job-types.server.ts'
import { earlyAccessOf } from '../../rules.ts'
import type { GiveawayInput } from '../admin-contract.ts'
import { subjectOf, valuesOf } from './giveaway-values.server.ts'

/** Columns of a giveaway that are not generated at creation. */
export type Terms = Omit<
  Insertable<Giveaway>,
  'id' | 'slug' | 'commitment' | 'created_at' | 'updated_at' | 'published_at' | 'image_alts'
> & { image_alts: Record<string, string> }

/** Creates a giveaway or a draft, with its secret seed and public commitment. @returns its id. */
export async function createGiveaway(ctx: Context, input: GiveawayInput): Promise<string> {
  const moments = newMoments(ctx, { ...input, startDate: input.startDate ?? ctx.now().toISOString() })
  const images = imagesOf(input) ?? []
  const terms: Terms = {
    title: input.title,
    description: input.description,
    tier: input.tier,
    category: input.category ?? input.tier,
    value_cents: toCents(input.value),
    total_slots: input.totalSlots,
    entry_limit: input.entryLimit,
    ...moments,
    subscription_visibility_only: input.subscriptionVisibilityOnly,
    send_premium_emails: input.sendPremiumEmails,
    send_free_user_emails: input.sendFreeUserEmails,
    send_premium_sms: input.sendPremiumSMS,
    send_free_user_sms: input.sendFreeUserSMS,
    images,
    image_alts: altsOf(input.imageAlts, images),
  }
  const { isDraft } = input
  return transact(ctx, tx => insertGiveaway(tx, terms, { isDraft, action: 'created' }))
}

/** Inserts a giveaway with these terms and its own id, slug and seed. @returns its id. */
export async function insertGiveaway(
  tx: TransactionContext,
  terms: Terms,
  { isDraft, action, reason }: { isDraft: boolean; action: string; reason?: string },
): Promise<string> {
  const id = newId()
  const seed = randomBytes(32).toString('hex')
  const now = tx.now()
  const made = await tx.db
    .insertInto('giveaway')
    .values({
      ...terms,
      id,
      slug: await freeSlug(tx, terms.title, id),
      image_alts: sql`${JSON.stringify(terms.image_alts)}::jsonb`,
      commitment: await commitmentOf(seed),
      published_at: isDraft ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returning(GIVEAWAY_COLUMNS)
    .executeTakeFirstOrThrow()
  await storeSeeds(tx, [{ giveawayId: id, seed }])
  if (!isDraft) await awaitAutoEntry(tx, id, made.early_access_at)
  await writeAuditLog(tx, { action, subject: subjectOf(made), after: valuesOf(made), reason })
  tx.onCommit(ctx => giveawayChanged(ctx, id))
  return id
}

/** Schedules auto-entry for the start of early access. If early access is moved, the job finds the giveaway not due or already done. */
export const awaitAutoEntry = (ctx: DataContext, giveawayId: string, earlyAccessAt: Date) =>
  enqueue(ctx, AUTO_ENTER, { giveawayId }, { startAfter: earlyAccessAt })

/**
 * Start, end and early access of a new giveaway. Early access defaults to the lead time in the settings.
 * @throws invalid_input with the field that is out of order.
 */
export function newMoments(
  ctx: Context,
  {
    startDate,
    endDate,
    earlyAccessDate,
  }: Required<Pick<GiveawayInput, 'startDate' | 'endDate'>> & Pick<GiveawayInput, 'earlyAccessDate'>,
): Pick<Selectable<Giveaway>, 'starts_at' | 'ends_at' | 'early_access_at'> {
  const startsAt = new Date(startDate)
  const endsAt = endDate ? new Date(endDate) : null
  const earlyAccessAt = earlyAccessDate
    ? new Date(earlyAccessDate)
    : earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
  assertOrder(startsAt, endsAt, earlyAccessAt)
  return { starts_at: startsAt, ends_at: endsAt, early_access_at: earlyAccessAt }
}

/** @throws invalid_input with the field that is out of order. */
export function assertOrder(startsAt: Date, endsAt: Date | null, earlyAccessAt: Date): void {
  if (endsAt && endsAt <= startsAt)
    throw refuse('invalid_input', {}, { endDate: ['The end must come after the start.'] })
  if (earlyAccessAt > startsAt)
    throw refuse('invalid_input', {}, { earlyAccessDate: ['Early access cannot begin after the start.'] })
}

/** All pictures, main picture first; undefined when the input names none. */
export function imagesOf({ image, images }: { image?: string | null | undefined; images?: string[] | undefined }) {
  if (image === undefined) return images
  return image ? [image, ...(images ?? []).filter(other => other !== image)] : (images ?? [])
}

/** Alternative texts of existing pictures; empty texts are dropped. */
export const altsOf = (alts: Record<string, string>, images: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(alts).filter(([image, alt]) => alt && images.includes(image)))

/** A URL slug from the title; the end of the id distinguishes giveaways with equal titles. */
async function freeSlug(ctx: DataContext, title: string, id: string): Promise<string> {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100)
    .replace(/^-|-$/g, '')
  const slug = words || 'giveaway'
  // Concurrent giveaways with equal titles wait here, so that the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`giveaway ${slug}`}, 0))`.execute(ctx.db)
  const taken = await ctx.db.selectFrom('giveaway').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken ? `${slug}-${id.slice(-12)}` : slug
}
