import { sql } from 'kysely'
import { entryLimitOf } from '#features/draw-log/rules.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import { areTwoAtDesk } from '#features/giveaways/two-persons/queries.server.ts'
import { readNames } from '#features/identity/user/queries.server.ts'
import { desc, keyset } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import type { CardHint, CardsQuery, MailCard, MailCards } from '../contract.ts'
import { addressKeyOf, nameKeyOf } from '../sender-key.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

const NEWEST = keyset(desc('c.number', 'integer'))

/** A page of the register of a giveaway for staff, the newest card first. @throws giveaway_not_found, invalid_input. */
export async function listCards(ctx: Context, giveawayId: string, query: CardsQuery): Promise<MailCards> {
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select(['tier', 'entry_limit as entryLimit'])
    .where('id', '=', giveawayId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  const cards = cardRows(ctx)
    .where('c.giveaway_id', '=', giveawayId)
    .$if(query.state !== undefined, rows => rows.where('c.state', '=', query.state!))
  const { shown, nextCursor } = await NEWEST.read(cards, query)
  return { cards: await cardsOf(ctx, shown, giveaway), nextCursor }
}

/** One card of the register, which exists. @param giveaway its giveaway. */
export async function readCardOfNumber(
  ctx: Context,
  number: number,
  giveaway: { tier: Tier; entryLimit: number | null },
): Promise<MailCard> {
  const row = await cardRows(ctx).where('c.number', '=', number).executeTakeFirstOrThrow()
  return (await cardsOf(ctx, [row], giveaway))[0]!
}

const cardRows = (ctx: Context) =>
  ctx.db
    .selectFrom('mail_card as c')
    .leftJoin('mail_sender as s', 's.id', 'c.sender_id')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('giveaway_entry as e', 'e.id', 'c.entry_id')
    .select(['c.number', 'c.giveaway_id', 'c.state', 'c.reason', 'c.received_on', 'c.postmarked_on', 'c.typed_at'])
    .select([
      'c.channel',
      'c.extra_of',
      'c.typed_by',
      'c.needs_second',
      'c.decided_at',
      'c.decided_by',
      'e.slot_number',
    ])
    .select(areTwoAtDesk(ctx, sql`c.giveaway_id`).as('two_at_desk'))
    .select(['s.id as sender_id', 's.name', 's.address', 's.email', 's.user_id', 'u.name as account_name'])
    .select(
      sql<number>`case when s.id is null then 0 else (
        select count(*) from giveaway_entry o where o.giveaway_id = c.giveaway_id and o.removed_at is null
          and (o.user_id = any(array(select accounts_of_senders(s.id)))
            or (o.is_private and o.mail_sender_id = any(array(select id from alike_senders(s.id)))))) end::int`.as(
        'sender_entries',
      ),
    )
    .select(
      sql<boolean>`exists (select from mail_card t where t.sender_id = any(array(select id from alike_senders(c.sender_id))) and t.giveaway_id = c.giveaway_id
        and t.number <> c.number and t.extra_of is null and c.extra_of is null and t.received_on = c.received_on and t.postmarked_on is not distinct from c.postmarked_on)`.as(
        'same_day',
      ),
    )

type CardRow = Awaited<ReturnType<ReturnType<typeof cardRows>['executeTakeFirstOrThrow']>>

async function cardsOf(
  ctx: Context,
  rows: readonly CardRow[],
  giveaway: { tier: Tier; entryLimit: number | null },
): Promise<MailCard[]> {
  const known = await accountsNamed(ctx, rows)
  const staff = await readNames(
    ctx,
    rows.flatMap(row => [row.typed_by, row.decided_by].filter(id => id !== null)),
  )
  const person = (id: string | null) => (id === null ? null : { id, name: staff.get(id) ?? null })
  return rows.map(row => ({
    number: row.number,
    giveawayId: row.giveaway_id,
    channel: row.channel as MailCard['channel'],
    extraOf: row.extra_of,
    state: row.state as MailCard['state'],
    reason: row.reason as MailCard['reason'],
    sender: row.sender_id
      ? { id: row.sender_id, name: row.name!, address: row.address, email: row.email, userId: row.user_id }
      : null,
    receivedOn: row.received_on,
    postmarkedOn: row.postmarked_on,
    typedAt: row.typed_at.toISOString(),
    typedBy: person(row.typed_by),
    needsSecond: row.needs_second,
    canConfirm:
      row.state === 'waiting' && (row.typed_by !== ctx.actor?.userId || (!row.needs_second && !row.two_at_desk)),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: person(row.decided_by),
    slotNumber: row.slot_number,
    senderEntries: row.sender_entries,
    entryLimit: entryLimitOf(giveaway),
    hints: hintsOf(row, known),
  }))
}

/** `same_day`: typed twice, perhaps. `known_account`: an account of this name and address. `other_name`: the account has another name. */
function hintsOf(row: CardRow, known: ReadonlySet<string>): CardHint[] {
  const hints: CardHint[] = row.same_day ? ['same_day'] : []
  if (!row.name) return hints
  if (!row.user_id && row.address && known.has(`${nameKeyOf(row.name)}\n${addressKeyOf(row.address)}`))
    hints.push('known_account')
  if (row.account_name && nameKeyOf(row.account_name) !== nameKeyOf(row.name)) hints.push('other_name')
  return hints
}

/** Normalised names and addresses of accounts whose name is on a waiting card that belongs to no account. */
async function accountsNamed(ctx: Context, rows: readonly CardRow[]): Promise<Set<string>> {
  const names = rows.flatMap(row =>
    row.state === 'waiting' && row.name && !row.user_id ? [row.name.toLowerCase()] : [],
  )
  if (names.length === 0) return new Set()
  const { rows: found } = await sql<{ name: string; address: string }>`
    select u.name, concat_ws(' ', a.line1, a.line2, a.city, a.state, a.postal_code) as address
    from users u join shipping_address a on a.user_id = u.id
    where lower(u.name) = any(${[...new Set(names)]}::text[]) and u.deleted_at is null limit 500`.execute(ctx.db)
  return new Set(found.map(({ name, address }) => `${nameKeyOf(name)}\n${addressKeyOf(address)}`))
}
