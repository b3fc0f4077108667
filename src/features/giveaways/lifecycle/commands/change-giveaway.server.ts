import { countedValueOf, entryLimitOf } from '#features/draw-log/rules.ts'
import { logChangedEnd, logCreated } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { defineProposalKind, propose } from '#features/proposals/commands/propose.server.ts'
import type { Fact, Proposed } from '#features/proposals/contract.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, rehearse, transact } from '#kernel/transaction.server.ts'
import { toCents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { fieldName, valueSaid } from '#kernel/values/words/field-name.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { GiveawayPatch } from '../../giveaway/admin-contract.ts'
import {
  closedAtOf,
  type LockedGiveaway,
  lockedGiveaway,
  subjectOf,
  valuesOf,
} from '../../giveaway/commands/locked-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { minimumAgeOf } from '../../giveaway/eligibility/rules.ts'
import { LOOK_AT_ENTRANTS } from '../../giveaway/job-types.server.ts'
import { GIVEAWAY_COLUMNS } from '../../giveaway/queries/giveaway-row.server.ts'
import { giveawayChanged } from '../../giveaway/queries/live-slots.server.ts'
import { earlyAccessOf } from '../../giveaway/rules.ts'
import { requireDuties } from '../../obligations/commands/require-duties.server.ts'
import { isActOfStaff, mustPropose } from '../../two-persons/commands/must-propose.server.ts'
import { readThreshold } from '../../two-persons/queries.server.ts'
import { CLOSED_FIELDS, PRIZE_FIELDS, SEALED_FIELDS } from '../fixed-fields.ts'
import { altsOf, awaitAutoEntry, columnsOf, imagesOf, inOrder, type Moments } from './new-giveaway.server.ts'
import { publishRules } from './publish-rules.server.ts'
import { requireTrueFacts } from './true-facts.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Applies a patch; `isDraft: false` publishes a draft. A new start moves early access too, unless the patch names early access.
 * Terms of a public giveaway that bind its draw are logged: all of them before the first entry, a changed end afterwards.
 * A change of who may enter is a proposal in a giveaway that takes two persons.
 * @throws version_conflict for a stale version; giveaway_closed when the giveaway is over; prize_fixed once its list is sealed; tier_fixed, terms_fixed, end_passed when
 * entries forbid the change; rules_reason_needed, filed_rules_reason_needed; already_public.
 */
export const changeGiveaway = (ctx: Context, id: string, given: GiveawayPatch): Promise<Proposed | null> =>
  transact(ctx, tx => changeLocked(tx, id, given))

/** A change of who may enter, or until when, in a giveaway that takes two persons. */
export const CHANGE_TERMS = defineProposalKind({
  name: 'change_giveaway_terms',
  title: 'Change the terms of the giveaway',
  input: GiveawayPatch,
  rights: ['giveaways.change'],
  voidAfter: [
    'giveaway_not_found',
    'version_conflict',
    'giveaway_closed',
    'prize_fixed',
    'terms_fixed',
    'tier_fixed',
    'end_passed',
  ],
  execute: (tx, { subject, input }) => changeLocked(tx, subject.id, input),
})

async function changeLocked(tx: TransactionContext, id: string, given: GiveawayPatch): Promise<Proposed | null> {
  const before = await lockedGiveaway(tx, id, given.version)
  const patch = withoutAnswers(tx, given, before)
  const isDraft = before.published_at === null
  if (!isDraft && patch.isDraft) throw refuse('already_public')
  const moments = inOrder(momentsOf(tx, before, patch))
  // A draft binds no entrant, so it can change after its end. A public giveaway's terms are fixed once it is over.
  if (!isDraft && closedAtOf(before, tx.now()) && CLOSED_FIELDS.some(field => patch[field] !== undefined))
    throw refuse('giveaway_closed')
  if (before.is_frozen && SEALED_FIELDS.some(field => patch[field] !== undefined)) throw refuse('giveaway_closed')
  // What is drawn is the prize that the entrants saw. No rules are published after the seal.
  if (before.is_frozen && PRIZE_FIELDS.some(field => patch[field] !== undefined)) throw refuse('prize_fixed')
  const isEntered = await assertEntriesAllow(tx, before, patch, moments)
  const change = { before, patch, moments, isEntered }
  if (await isForTwo(tx, change)) return proposeTerms(tx, change)
  await apply(tx, change)
  return null
}

type Change = { before: LockedGiveaway; patch: GiveawayPatch; moments: Moments; isEntered: boolean }

async function apply(tx: TransactionContext, { before, patch, moments, isEntered }: Change): Promise<void> {
  const now = tx.now()
  const { id } = before
  const isDraft = before.published_at === null
  const after = await tx.db
    .updateTable('giveaway')
    .set(eb => ({
      ...columnsOf({ ...patch, ...picturesOf(patch, before) }),
      ...moments,
      ...(isDraft && patch.isDraft === false ? { published_at: now } : {}),
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(GIVEAWAY_COLUMNS)
    .executeTakeFirstOrThrow()
  if (after.published_at && isDraft) requireTrueFacts(tx)
  if (after.published_at && (isDraft || asksMore(before, after))) await requireDuties(tx, after)
  if (after.published_at) await awaitAutoEntry(tx, id, after.early_access_at)
  await writeAuditLog(tx, {
    action: isDraft && after.published_at ? 'published' : 'changed',
    subject: subjectOf(after),
    before: valuesOf(before),
    after: valuesOf(after),
  })
  if (isEntered && SEALED_FIELDS.some(field => patch[field] !== undefined))
    await enqueue(tx, LOOK_AT_ENTRANTS, { giveawayId: id, after: '' })
  if (after.published_at && !before.is_frozen)
    await publishRules(tx, after, { edit: { before, isEntered }, reason: patch.rulesReason })
  if (after.published_at) await logTerms(tx, id, { before: before.ends_at, after: after.ends_at, isEntered })
  tx.onCommit(ctx => giveawayChanged(ctx, id))
}

/** Fields that decide who may enter, or when entering ends and the draw comes. */
const ENTRANTS = [
  ...(['eligibleStates', 'minimumAge', 'subscriptionVisibilityOnly', 'tier', 'totalSlots', 'entryLimit'] as const),
  ...(['startDate', 'endDate', 'earlyAccessDate'] as const),
] satisfies (keyof GiveawayPatch)[]

/**
 * Whether a patch waits for a second person: it changes who may enter, or it brings the rule of two persons to entries and cards about which
 * one person alone could decide until now.
 */
async function isForTwo(tx: TransactionContext, change: Change): Promise<boolean> {
  const { before, patch, isEntered } = change
  const changed = changedBy(change).map(({ field }) => field)
  if (ENTRANTS.some(field => changed.includes(field)) && (await mustPropose(tx, before))) return true
  if (patch.value === undefined || !isActOfStaff(tx, before)) return false
  const threshold = await readThreshold(tx, before.id)
  if (countedValueOf(before) >= threshold || toCents(patch.value) < threshold) return false
  return isEntered || (await hasCard(tx, before.id))
}

const hasCard = async (tx: TransactionContext, giveawayId: string) =>
  (await tx.db.selectFrom('mail_card').select('number').where('giveaway_id', '=', giveawayId).limit(1).execute())
    .length > 0

/** What a change makes of the stored values, a moved early access too. */
function changedBy({ before, patch, moments }: Change) {
  const images = imagesOf(patch)
  const after: Record<string, unknown> = {
    ...{ ...patch, ...(images && { images }) },
    startDate: moments.starts_at.toISOString(),
    endDate: moments.ends_at?.toISOString() ?? null,
    earlyAccessDate: moments.early_access_at.toISOString(),
  }
  return Object.entries(valuesOf(before))
    .map(([field, old]) => ({ field, before: old, after: after[field] }))
    .filter(({ before, after }) => after !== undefined && JSON.stringify(after) !== JSON.stringify(before))
}

/** Everything that the second person would change, words and pictures too: `Minimum age: 21 → 40`. */
const factsOf = (change: Change): Fact[] =>
  changedBy(change).map(({ field, before, after }) => ({
    label: fieldName(field),
    value: `${valueSaid(before)} → ${valueSaid(after)}`,
  }))

/**
 * Proposes a change after all its checks: it is rehearsed, so that a proposal never waits that a rule refuses.
 * @throws invalid_input without a reason, and as `apply` does.
 */
async function proposeTerms(tx: TransactionContext, change: Change): Promise<Proposed> {
  const { before, patch } = change
  await rehearse(tx, tried => apply(tried, change))
  const reason = patch.rulesReason
  if (!reason)
    throw refuseAny(
      'invalid_input',
      {},
      { rulesReason: ['Please give a reason. A second person and the public read it.'] },
    )
  const input = { ...patch, version: before.version }
  return propose(tx, CHANGE_TERMS, { subject: subjectOf(before), people: [], input, facts: factsOf(change), reason })
}

type Asked = Pick<LockedGiveaway, 'value_cents' | 'eligible_states' | 'early_access_at'>

/** Whether a change of a public giveaway can bring a legal duty: a higher prize, a further state, or an earlier first entry. */
const asksMore = (before: Asked, after: Asked) =>
  after.value_cents > before.value_cents ||
  after.early_access_at < before.early_access_at ||
  after.eligible_states.some(state => !before.eligible_states.includes(state))

type End = { before: Date | null; after: Date | null }

/** The first entry fixes the logged terms; then only the end moves. */
async function logTerms(tx: TransactionContext, id: string, { isEntered, ...end }: End & { isEntered: boolean }) {
  if (!isEntered) await logCreated(tx, id)
  else if (+(end.before ?? 0) !== +(end.after ?? 0)) await logChangedEnd(tx, id, end)
}

/**
 * Drops the terms that are as stored, so that an answer can be sent back, also of a giveaway that is over. An answer tells the limit that
 * counts, which can be the tier's, and the age that counts, which can be the settings'.
 */
function withoutAnswers({ settings }: DataContext, patch: GiveawayPatch, before: LockedGiveaway): GiveawayPatch {
  const { tier, entry_limit, starts_at, ends_at, early_access_at } = before
  const isAnswer = patch.state !== undefined || patch.status !== undefined
  const limit = isAnswer ? entryLimitOf({ tier: tier as Tier, entryLimit: entry_limit }) : entry_limit
  const age = isAnswer ? minimumAgeOf(before.minimum_age, settings) : before.minimum_age
  const isSame: Record<(typeof CLOSED_FIELDS | typeof SEALED_FIELDS | typeof PRIZE_FIELDS)[number], boolean> = {
    title: before.is_frozen && patch.title === before.title,
    description: before.is_frozen && patch.description === before.description,
    value: before.is_frozen && patch.value !== undefined && toCents(patch.value) === before.value_cents,
    eligibleStates: String(patch.eligibleStates) === String(before.eligible_states),
    minimumAge: patch.minimumAge === age,
    tier: patch.tier === tier,
    totalSlots: patch.totalSlots === before.total_slots,
    entryLimit: patch.entryLimit === limit,
    startDate: isAt(patch.startDate, starts_at),
    endDate: isAt(patch.endDate, ends_at),
    // With another start it is named, because a new start alone would move it.
    earlyAccessDate:
      isAt(patch.earlyAccessDate, early_access_at) && (!patch.startDate || isAt(patch.startDate, starts_at)),
  }
  return Object.fromEntries(
    Object.entries(patch).filter(([field]) => !isSame[field as keyof typeof isSame]),
  ) as GiveawayPatch
}

const isAt = (given: string | null | undefined, stored: Date | null) =>
  given !== undefined && (given === null ? stored === null : +new Date(given) === +(stored ?? Number.NaN))

function momentsOf(ctx: DataContext, before: LockedGiveaway, patch: GiveawayPatch): Moments {
  const startsAt = patch.startDate ? new Date(patch.startDate) : before.starts_at
  const endsAt = patch.endDate === undefined ? before.ends_at : patch.endDate && new Date(patch.endDate)
  const earlyAccessAt = patch.earlyAccessDate
    ? new Date(patch.earlyAccessDate)
    : +startsAt === +before.starts_at
      ? before.early_access_at
      : earlyAccessOf(startsAt, ctx.settings.premium.earlyAccessHours)
  return { starts_at: startsAt, ends_at: endsAt || null, early_access_at: earlyAccessAt }
}

/**
 * Checks that entries allow the change. A removed entry binds as a live one, because its leaves stay. Without entries, every change is
 * allowed. @returns whether there was ever an entry.
 */
async function assertEntriesAllow(
  ctx: DataContext,
  before: LockedGiveaway,
  patch: GiveawayPatch,
  moments: Moments,
): Promise<boolean> {
  const { is_entered: isEntered, is_live: isLive } = await entriesEver(ctx, before.id)
  if (!isEntered) return false
  const { tier = before.tier, totalSlots = before.total_slots, entryLimit = before.entry_limit } = patch
  if (isLive && tier !== before.tier) throw refuse('tier_fixed')
  const limits = [before, { tier, entry_limit: entryLimit }].map(terms =>
    entryLimitOf({ tier: terms.tier as Tier, entryLimit: terms.entry_limit }),
  )
  const isBound =
    totalSlots === before.total_slots && limits[0] === limits[1] && +moments.starts_at === +before.starts_at
  if (!isBound) throw refuse('terms_fixed')
  if (isLive && moments.ends_at && moments.ends_at <= ctx.now() && +moments.ends_at !== +(before.ends_at ?? 0))
    throw refuse('end_passed')
  return true
}

/** Whether the giveaway ever had an entry, and has a live one. */
const entriesEver = (ctx: DataContext, id: string) =>
  ctx.db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(selectFrom('giveaway_entry').where('giveaway_id', '=', id)).as('is_entered'),
      exists(selectFrom('giveaway_entry').where('giveaway_id', '=', id).where('removed_at', 'is', null)).as('is_live'),
    ])
    .executeTakeFirstOrThrow()

function picturesOf(patch: GiveawayPatch, before: LockedGiveaway) {
  const images = imagesOf(patch)
  const alts = patch.imageAlts ?? (before.image_alts as Record<string, string>)
  return { images, imageAlts: altsOf(alts, images ?? before.images) }
}
