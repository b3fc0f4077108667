import { type Selectable, sql } from 'kysely'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import type { CreditTransfer } from '#platform/db/tables.ts'
import type { CreditBalances, CreditStanding } from './contract.ts'

/** Available credits of a user; missing tiers are zero. */
export async function readCreditBalances(ctx: Context, userId: string): Promise<CreditBalances> {
  const rows = await ctx.db
    .selectFrom('credit_account')
    .select(['tier', 'available'])
    .where('user_id', '=', userId)
    .execute()
  const of = (tier: Tier) => rows.find(row => row.tier === tier)?.available ?? 0
  return {
    userId,
    bronzeCredits: of('Bronze'),
    silverCredits: of('Silver'),
    goldCredits: of('Gold'),
    platinumCredits: of('Platinum'),
  }
}

/** Available credits of these users by tier. Users who never had credits are absent. */
export async function readBalances(
  ctx: DataContext,
  userIds: readonly string[],
): Promise<Map<string, Partial<Record<Tier, number>>>> {
  const { rows } = await sql<{ user_id: string; tier: Tier; available: number }>`
    select user_id, tier, available from credit_account where user_id = any(${[...userIds]}::uuid[])`.execute(ctx.db)
  const balances = new Map<string, Partial<Record<Tier, number>>>()
  for (const { user_id, tier, available } of rows)
    balances.set(user_id, { ...balances.get(user_id), [tier]: available })
  return balances
}

type StandingRow = { enabled: boolean; opt_out: boolean; last_at: Date | null; issued_at: Date | null }

/** A user's balances, auto-entry state (`auto_entry_of`, owned by giveaways) and the time of the latest monthly credit. */
export async function readCreditStanding(ctx: Context, userId: string): Promise<CreditStanding> {
  const [balances, { rows }] = await Promise.all([
    readCreditBalances(ctx, userId),
    sql<StandingRow>`
      select auto.enabled, auto.opt_out, auto.last_at, (select max(created_at) from credit_transfer where user_id = ${userId} and kind = 'benefit') as issued_at
      from auto_entry_of(${userId}) auto`.execute(ctx.db),
  ])
  const standing = rows[0]!
  return {
    ...balances,
    autoEntryEnabled: standing.enabled,
    autoEntryOptOut: standing.opt_out,
    lastAutoEntryDate: standing.last_at?.toISOString() ?? null,
    monthlyCreditIssued: standing.issued_at?.toISOString() ?? null,
  }
}

const NEWEST = keyset(desc('created_at', 'timestamptz'), desc('id', 'uuid'))

type HistoryRow = Sorted & Omit<Selectable<CreditTransfer>, 'actor_id' | 'user_id'> & { balance: number }

const TYPES = {
  earned: 'earned',
  entry: 'spent',
  entry_returned: 'returned',
  granted: 'granted',
  subtracted: 'subtracted',
  benefit: 'benefit',
  reversed: 'reversed',
  merged_in: 'granted',
  merged_out: 'subtracted',
  frozen: 'frozen',
  released: 'released',
} as const

/**
 * A user's credit statement, newest first, each line with the balance after it.
 * @param page.cursor the `nextCursor` of the previous page.
 * @param page.type returns only lines of this type; balances include all lines.
 */
export async function listCreditHistory(
  ctx: Context,
  userId: string,
  page: { limit: number; cursor?: string | undefined; type?: (typeof TYPES)[keyof typeof TYPES] | undefined },
) {
  const kinds = Object.keys(TYPES).filter(kind => !page.type || TYPES[kind as keyof typeof TYPES] === page.type)
  const { rows } = await sql<HistoryRow>`
    select *, ${NEWEST.sortKey} from (
      select id, debit, credit, kind, amount, tier, created_at, description, source_type, source_id, (sum(case when credit = 'available' then amount else -amount end)
        over (partition by tier order by created_at, id))::int as balance
      from credit_transfer t where user_id = ${userId} and 'available' in (debit, credit)
    ) lines
    where ${NEWEST.after(page.cursor)} and kind = any(${kinds})
    order by ${NEWEST.by} limit ${page.limit + 1}`.execute(ctx.db)
  const { shown, nextCursor } = NEWEST.page(rows, page.limit)
  const items = shown.map(row => ({
    id: row.id,
    userId,
    type: TYPES[row.kind as keyof typeof TYPES],
    amount: row.credit === 'available' ? row.amount : -row.amount,
    tier: row.tier,
    date: row.created_at.toISOString(),
    description: row.description,
    balance: row.balance,
    sourceType: row.source_type,
    sourceId: row.source_id,
  }))
  return { items, nextCursor }
}

export type LedgerFault = { userId: string; tier: Tier; balance: string; held: number; transferred: number }

/**
 * Compares each balance with the sum of its transfers. (A constraint checks that each account adds up.) Runs nightly and after every test
 * that moves credits.
 * @returns the differing balances; empty when the ledger is right.
 */
export async function auditCredits(ctx: Pick<Context, 'db'>): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with moved as (
      select user_id, tier, balance, sum(change)::int as total from (
        select user_id, tier, credit as balance, amount as change from credit_transfer
        union all
        select user_id, tier, debit, -amount from credit_transfer
      ) changes group by 1, 2, 3
    ), held as (
      select user_id, tier, 'issued' as balance, -issued as total from credit_account
      union all select user_id, tier, 'available', available from credit_account
      union all select user_id, tier, 'spent', spent from credit_account
      union all select user_id, tier, 'frozen', frozen from credit_account
    )
    select coalesce(h.user_id, m.user_id) as "userId", coalesce(h.tier, m.tier) as tier, coalesce(h.balance, m.balance) as balance,
      coalesce(h.total, 0) as held, coalesce(m.total, 0) as transferred
    from held h full join moved m using (user_id, tier, balance)
    where coalesce(h.total, 0) <> coalesce(m.total, 0)`.execute(ctx.db)
  return rows
}

/** Credits by tier that staff granted to these accounts since then, also those that they took back again. */
export async function readGrantedByStaff(
  ctx: DataContext,
  userIds: readonly string[],
  since: Date,
): Promise<Partial<Record<Tier, number>>> {
  const { rows } = await sql<{ tier: Tier; count: number }>`
    select tier, sum(amount)::int as count from credit_transfer
    where user_id = any(${[...userIds]}::uuid[]) and kind = 'granted' and source_type = 'staff' and created_at > ${since}
    group by tier`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ tier, count }) => [tier, count]))
}

/** Whether a source has granted credits before. */
export async function hasGranted({ db }: DataContext, { type, id }: { type: string; id: string }): Promise<boolean> {
  const found = await db
    .selectFrom('credit_transfer')
    .select('id')
    .where('kind', '=', 'granted')
    .where('source_type', '=', type)
    .where('source_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
