import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { asc, desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'
import { refusals } from '#platform/errors.ts'
import { REFUSAL_NOW } from '../../eligibility/refusal-now.server.ts'
import type { AdminEntry, Entries, EntriesQuery, EntryKind } from '../../giveaway/admin-contract.ts'
import { GIVEAWAY_ERRORS } from '../../giveaway/contract.ts'
import { IS_IN_DRAW } from '../../giveaway/queries/entry-conditions.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const BY_SLOT = keyset(asc('e.slot_number', 'integer'))
const BY_REMOVAL = keyset(desc('e.removed_at', 'timestamptz'), desc('e.id', 'uuid'))

/** Text of a user that staff search; must equal the expression of the index `users_alike` in db/migrations/0001_identity.sql. */
const accountOf = (of: '' | 'u.') =>
  sql.raw(`(lower(${of}name) || ' ' || ${of}email || ' ' || coalesce(${of}phone, ''))`)

/**
 * A page of a giveaway's entries with their holders, for staff. Live entries are ordered by slot, removed entries by removal time, latest
 * first.
 * @throws giveaway_not_found, invalid_input for an unknown cursor.
 */
export async function listEntriesOfGiveaway(ctx: Context, giveawayId: string, query: EntriesQuery): Promise<Entries> {
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select('tier')
    .where('id', '=', giveawayId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  const { kind, q } = query
  const order = kind === 'removed' ? BY_REMOVAL : BY_SLOT
  const entries = entryRows(ctx, giveawayId)
    .where(isOf(kind))
    .$if(Boolean(q), found => found.where(fits(q!)))
  const [{ shown, nextCursor }, { total }] = await Promise.all([
    order.read(entries, query),
    ctx.db
      .selectFrom('giveaway_entry')
      .select(eb => eb.fn.countAll<number>().as('total'))
      .where('giveaway_id', '=', giveawayId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  ])
  return {
    entries: shown.map(row => adminEntryOf(row, giveawayId, giveaway.tier)),
    total,
    nextCursor,
  }
}

const entryRows = (ctx: Context, giveawayId: string) =>
  ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('shipping_address as a', 'a.user_id', 'u.id')
    .select(sql<string | null>`case when u.id is not null then ${REFUSAL_NOW(ctx.now())} end`.as('refusal'))
    .select(['e.id', 'e.user_id', 'e.slot_number', 'e.created_at', 'e.is_auto_entry', 'e.is_private', 'e.is_staff'])
    .select(['e.rules_version', IS_IN_DRAW.as('is_in_draw')])
    .select(['e.mail_received_on', 'e.mail_postmarked_on', 'e.removed_at', 'e.removed_reason', 'e.is_forfeited'])
    .select(eb => [
      eb.fn.coalesce('u.email', 'e.mail_email').as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name').as('name'),
    ])
    .where('e.giveaway_id', '=', giveawayId)

type EntryRow = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>

const KINDS: Record<EntryKind, RawBuilder<SqlBool>> = {
  live: sql`e.removed_at is null`,
  credit: sql`e.removed_at is null and not e.is_private and not e.is_auto_entry and not e.is_staff`,
  auto: sql`e.removed_at is null and e.is_auto_entry`,
  mail: sql`e.removed_at is null and e.is_private`,
  staff: sql`e.removed_at is null and e.is_staff`,
  removed: sql`e.removed_at is not null`,
}
const isOf = (kind: EntryKind) => KINDS[kind]

/**
 * A number matches a slot; any other text matches part of a name, e-mail address or phone number. Under 3 letters, the trigram index does
 * not help, but so many users match that a scan by slot fills a page soon.
 */
function fits(q: string): RawBuilder<SqlBool> {
  const slot = /^#?(\d{1,6})$/.exec(q)?.[1]
  if (slot) return sql`e.slot_number = ${Number(slot)}`
  const part = `%${escapeLike(q.toLowerCase())}%`
  const isTheirs =
    q.length < 3
      ? sql`${accountOf('u.')} like ${part}`
      : sql`e.user_id in (select id from users where deleted_at is null and ${accountOf('')} like ${part})`
  return sql`(${isTheirs}
    or (e.user_id is null and (lower(e.mail_email) like ${part} or lower(e.mail_name) like ${part})))`
}

const adminEntryOf = (row: EntryRow, giveawayId: string, tier: Tier): AdminEntry => ({
  id: row.id,
  giveawayId,
  userId: row.user_id,
  slotNumber: row.slot_number,
  email: row.email ?? '',
  name: row.name ?? '',
  tier,
  date: row.created_at.toISOString(),
  isPrivateEntry: row.is_private,
  isAutoEntry: row.is_auto_entry,
  isStaff: row.is_staff,
  isInDraw: row.is_in_draw,
  ineligible: row.removed_at ? null : (row.refusal as AdminEntry['ineligible']),
  rulesVersion: row.rules_version,
  receivedOn: row.mail_received_on,
  postmarkedOn: row.mail_postmarked_on,
  removal: row.removed_at && {
    at: row.removed_at.toISOString(),
    reason: row.removed_reason,
    creditReturned: !row.is_private && !row.is_forfeited,
  },
})
