import { randomBytes } from 'node:crypto'
import { commitmentOf } from '@redoubt/draw/round/order.ts'
import { type Selectable, sql } from 'kysely'
import { storeSeeds } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { logCreated } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Giveaway } from '#platform/db/tables.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { GiveawayInput, GiveawayPatch, RelistInput } from '../../giveaway/admin-contract.ts'
import {
  closedAtOf,
  type LockedGiveaway,
  lockedGiveaway,
  subjectOf,
  valuesOf,
} from '../../giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { GIVEAWAY, pictureIn } from '../../giveaway/giveaway-fields.ts'
import { AUTO_ENTER } from '../../giveaway/job-types.server.ts'
import { GIVEAWAY_COLUMNS } from '../../giveaway/queries/giveaway-row.server.ts'
import { giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'
import { earlyAccessOf } from '../../giveaway/rules.ts'
import { requireDuties } from '../../obligations/commands/require-duties.server.ts'
import { readImpactPreview } from './end-giveaway.server.ts'
import { publishRules } from './publish-rules.server.ts'
import { requireTrueFacts } from './true-facts.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** The columns that an input names. The others stay undefined, which Kysely omits. */
export const columnsOf = <T extends GiveawayPatch>(input: T) =>
  GIVEAWAY.columnsOf({ ...input, category: (input.category ?? input.tier) as T['title'] })

type Values = ReturnType<typeof GIVEAWAY.valuesOfRow>
type Terms = ReturnType<typeof columnsOf<Values>>

/** Creates a giveaway or a draft, with its secret seed and public commitment. @returns its id. */
export async function createGiveaway(ctx: Context, input: GiveawayInput): Promise<string> {
  const moments = newMoments(ctx, { ...input, startDate: input.startDate ?? ctx.now().toISOString() })
  const images = imagesOf(input) ?? []
  const { isDraft } = input
  const terms = { ...columnsOf({ ...input, images, imageAlts: altsOf(input.imageAlts, images) }), ...moments }
  return transact(ctx, tx => insertGiveaway(tx, terms, { isDraft, action: 'created' }))
}

/** Inserts a giveaway with these terms and its own id, slug and seed. @returns its id. */
async function insertGiveaway(
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
      commitment: commitmentOf(id, seed),
      published_at: isDraft ? null : now,
      created_at: now,
      updated_at: now,
    })
    .returning(GIVEAWAY_COLUMNS)
    .executeTakeFirstOrThrow()
  if (!isDraft) requireTrueFacts(tx)
  if (!isDraft) await requireDuties(tx, made)
  await storeSeeds(tx, [{ giveawayId: id, seed }])
  if (!isDraft) await awaitAutoEntry(tx, id, made.early_access_at)
  await writeAuditLog(tx, { action, subject: subjectOf(made), after: valuesOf(made), reason })
  if (!isDraft) {
    await publishRules(tx, made, {})
    await logCreated(tx, id)
  }
  tx.onCommit(ctx => giveawayChanged(ctx, id))
  return id
}

/** Schedules auto-entry for the start of early access. If early access is moved, the job finds the giveaway not due or already done. */
export const awaitAutoEntry = (ctx: DataContext, giveawayId: string, earlyAccessAt: Date) =>
  enqueue(ctx, AUTO_ENTER, { giveawayId }, { startAfter: earlyAccessAt })

export type Moments = Pick<Selectable<Giveaway>, 'starts_at' | 'ends_at' | 'early_access_at'>

/**
 * Start, end and early access of a new giveaway. Early access defaults to the lead time in the settings.
 * @throws invalid_input with the field that is out of order.
 */
function newMoments(ctx: Context, { startDate, endDate, earlyAccessDate }: RelistInput): Moments {
  const startsAt = new Date(startDate)
  const earlyAccessAt = earlyAccessDate
    ? new Date(earlyAccessDate)
    : earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
  return inOrder({ starts_at: startsAt, ends_at: endDate ? new Date(endDate) : null, early_access_at: earlyAccessAt })
}

/** @throws invalid_input with the field that is out of order. */
export function inOrder(moments: Moments): Moments {
  if (moments.ends_at && moments.ends_at <= moments.starts_at)
    throw refuseCommon('invalid_input', {}, { endDate: ['The end must come after the start.'] })
  if (moments.early_access_at > moments.starts_at)
    throw refuseCommon('invalid_input', {}, { earlyAccessDate: ['Early access cannot begin after the start.'] })
  return moments
}

/** All pictures, main picture first; undefined when the input names none. */
export function imagesOf({
  image: given,
  images,
}: {
  image?: string | null | undefined
  images?: string[] | undefined
}): string[] | undefined {
  const image = pictureIn(given)
  if (image === undefined) return images
  return image ? [image, ...(images ?? []).filter(other => other !== image)] : (images ?? [])
}

/** Alternative texts of existing pictures; empty texts are dropped. */
export const altsOf = (alts: Record<string, string>, images: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(alts).filter(([image, alt]) => alt && images.includes(image)))

const termsOf = (row: LockedGiveaway): Terms => GIVEAWAY.columnsOf(GIVEAWAY.valuesOfRow(row))

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

const HOUR = 3_600_000
/** A copy starts this long from now, on the full hour. Staff set the real start before publishing. */
const COPY_BEGINS_MS = 7 * 24 * HOUR
/** The longest title of a giveaway. */
const TITLE = 120

/** Copies a giveaway as a new draft that starts in a week, with equal duration and lead time of early access. @returns the draft's id. */
export async function duplicateGiveaway(ctx: Context, giveawayId: string): Promise<string> {
  return transact(ctx, async tx => {
    const from = await lockedGiveaway(tx, giveawayId)
    const startsAt = new Date(Math.ceil((+tx.now() + COPY_BEGINS_MS) / HOUR) * HOUR)
    const moved = (at: Date) => new Date(+at + (+startsAt - +from.starts_at))
    const terms = {
      ...termsOf(from),
      title: `Copy of ${from.title}`.slice(0, TITLE),
      starts_at: startsAt,
      ends_at: from.ends_at && moved(from.ends_at),
      early_access_at: moved(from.early_access_at),
    }
    return insertGiveaway(tx, terms, { isDraft: true, action: 'created as a copy', reason: `Of ${from.title}` })
  })
}

/**
 * Relists a closed giveaway without entries, or a cancelled one, once, with new dates. The new giveaway has its own seed, URL and
 * announcements; the old page links to it. Old entries and draws stay as history.
 * @returns the new giveaway's id. @throws not_relistable, already_relisted, already_drawn.
 */
export async function relistGiveaway(ctx: Context, giveawayId: string, input: RelistInput): Promise<string> {
  const moments = newMoments(ctx, input)
  return transact(ctx, async tx => {
    const from = await lockedGiveaway(tx, giveawayId)
    const { entries } = await readImpactPreview(tx, giveawayId)
    if (from.drawn_at || !closedAtOf(from, tx.now()) || entries > 0) throw refuse('not_relistable')
    if (from.relisted_as) throw refuse('already_relisted')
    const how = { isDraft: false, action: 'relisted', reason: `After ${from.slug}` }
    const made = await insertGiveaway(tx, { ...termsOf(from), ...moments }, how)
    await tx.db
      .updateTable('giveaway')
      .set(eb => ({ relisted_as: made, updated_at: tx.now(), version: eb('version', '+', 1) }))
      .where('id', '=', giveawayId)
      .execute()
    await writeAuditLog(tx, { action: 'went up again', subject: subjectOf(from), after: { relistedAs: made } })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
    return made
  })
}
