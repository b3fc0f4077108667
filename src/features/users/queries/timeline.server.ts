import { type RawBuilder, sql } from 'kysely'
import { readNames } from '#features/identity/user/queries.server.ts'
import { ON_HOLD } from '#features/orders/order/standing.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { toDollars } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refuse } from '../access/acted-on.server.ts'
import type { Timeline, TimelineKind, TimelineQuery } from '../profile/profile-contract.ts'

const NEWEST = keyset(desc('at', 'timestamptz'), desc('id', 'uuid'))

type Row = Sorted & {
  id: string
  at: Date
  kind: TimelineKind
  what: string
  detail: Record<string, unknown>
  tier: Tier | null
  amount: number | null
  subject_type: 'order' | 'giveaway' | 'ticket' | null
  subject_id: string | null
  actor_id: string | null
}

/** Events that would appear twice: the entry shows the spent credit, and the ledger shows staff grants. */
const SAID_ELSEWHERE = sql`not (kind = 'credit' and what in ('entry', 'entry_returned')
  or kind = 'staff' and what in ('gave credits', 'took credits'))`

/** Events by and about a person, newest first, page by page. @throws person_not_found; invalid_input for an unknown cursor. */
export async function readTimeline(ctx: Context, userId: string, query: TimelineQuery): Promise<Timeline> {
  const { kind, limit, cursor } = query
  const isShown: RawBuilder<unknown> = kind ? sql`kind = ${kind}` : SAID_ELSEWHERE
  const { rows } = await sql<Row>`
    with events as (
      select id, at, kind, what, detail, tier, amount, subject_type, subject_id, actor_id
      from user_event where user_id = ${userId}::uuid and ${NEWEST.after(cursor)} and ${isShown}
      union all
      select id, at, kind, what, detail, null::tier, null::integer, null, null, actor_id from (
        select id, date_trunc('milliseconds', at) as at, 'staff' as kind, action as what,
          jsonb_build_object('reason', reason) as detail, actor_id
        from audit_log where subject_type = 'person' and subject_id = ${userId}::text
      ) record where ${NEWEST.after(cursor)} and ${isShown}
    )
    select *, ${NEWEST.sortKey} from events order by ${NEWEST.by} limit ${limit + 1}`.execute(ctx.db)
  if (rows.length === 0 && !cursor) await requireUser(ctx, userId)
  const { shown, nextCursor } = NEWEST.page(rows, limit)
  const names = await readNames(
    ctx,
    shown.flatMap(row => row.actor_id ?? []),
  )
  return {
    items: shown.map(row => ({
      // One row can have two events: an entry is made, and later removed.
      id: `${row.id} ${row.what}`,
      kind: row.kind,
      at: row.at.toISOString(),
      ...told(row),
      amount: row.amount,
      tier: row.tier,
      subject: row.subject_type && row.subject_id ? { type: row.subject_type, id: row.subject_id } : null,
      by: (row.actor_id && names.get(row.actor_id)) || null,
    })),
    nextCursor,
  }
}

async function requireUser(ctx: Context, userId: string): Promise<void> {
  const { rows } = await sql`select from users where id = ${userId}`.execute(ctx.db)
  if (rows.length === 0) throw refuse('person_not_found')
}

/** One event as the database returns it (`user_event`, 0021_people.sql). */
type Told = { kind: TimelineKind; what: string; detail: Record<string, unknown> }

const ORDER_WORDS: Record<string, string> = {
  placed: 'was placed',
  paid: 'was paid',
  expired: 'expired unpaid',
  cancelled: 'was cancelled',
  failed: 'failed to be paid',
  [ON_HOLD]: 'is held for checking',
  backordered: 'is sent in part later',
  packed: 'was packed',
  unpacked: 'was unpacked',
  shipped: 'was shipped',
  tracking: 'got another tracking number',
  delivered: 'was delivered',
  refunded: 'was refunded',
  refund_failed: 'could not be refunded',
  note: 'got a note',
}
const CREDIT_WORDS: Record<string, string> = {
  earned: 'Credits earned',
  granted: 'Credits granted',
  benefit: 'Monthly credit of the membership',
  entry: 'Credit spent on an entry',
  entry_returned: 'Credit of an entry returned',
  subtracted: 'Credits taken back',
  reversed: 'Credits taken back by a refund',
  merged_in: 'Credits came from a merged account',
  merged_out: 'Credits went to the account that this one became a part of',
}
const ENTRY_WORDS: Record<string, string> = {
  entered: 'Entered',
  auto: 'Entered automatically',
  mailed: 'Entered free',
  removed: 'Entry removed from',
}
const CHANNELS: Record<string, string> = { sms: 'SMS', email: 'e-mail', push: 'push' }

const dollars = (cents: unknown) => `$${toDollars(Number(cents)).toFixed(2)}`
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const TELL: Record<TimelineKind, (what: string, detail: Record<string, unknown>) => [string, string | null]> = {
  order: (what, { reference, cents, note }) => [
    `Order ${reference} ${ORDER_WORDS[what] ?? what}`,
    text(note) ?? (['placed', 'paid', 'refunded'].includes(what) ? dollars(cents) : null),
  ],
  entry: (what, { title, slot }) => [`${ENTRY_WORDS[what] ?? what} ${title}`, `Slot ${slot}`],
  credit: (what, { description }) => [CREDIT_WORDS[what] ?? 'Credits moved', text(description)],
  membership: (what, { plan }) => [what === 'began' ? 'Membership began' : 'Membership ended', `${plan}`],
  ticket: (what, { subject }) => [what === 'support' ? 'Support ticket written' : 'Inquiry written', text(subject)],
  consent: (what, { given, of, source }) => [
    `${given ? 'Agreed to' : 'Withdrew'} ${CHANNELS[what] ?? what}`,
    [text(of)?.replaceAll('_', ' '), text(source)?.replaceAll('-', ' ')].filter(Boolean).join(', ') || null,
  ],
  'sign-in': (what, { browser }) => [what === 'joined' ? 'Joined' : 'Signed in', text(browser)],
  staff: (what, { note, reason }) => [
    what === 'noted' ? 'Note' : `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    text(note) ?? text(reason),
  ],
}

/** The title and the detail of one event for staff. */
const told = ({ kind, what, detail }: Told): { title: string; detail: string | null } => {
  const [title, more] = TELL[kind](what, detail)
  return { title, detail: more }
}
