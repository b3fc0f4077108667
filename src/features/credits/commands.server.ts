import { sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { CREDIT_ERRORS } from './contract.ts'

const refuse = refusals(CREDIT_ERRORS)

/** Why credits moved. Source, kind and tier make a transfer unique, so that repeated calls move nothing. */
export type Source = { type: string; id: string; description: string }

type Movement<Kind extends string> = { userId: string; tier: Tier; amount: number; kind: Kind; source: Source }

/** Equal amounts for many users, each with its own source. */
type Movements<Kind extends string> = {
  tier: Tier
  amount: number
  kind: Kind
  sources: readonly { userId: string; source: Source }[]
}

/**
 * Issues credits to a user.
 * @returns true if the credits were issued now; false if this source had already issued them.
 */
export async function issueCredits(
  tx: TransactionContext,
  input: Movement<'earned' | 'granted' | 'benefit'>,
): Promise<boolean> {
  const { userId, tier, amount } = input
  const { numAffectedRows } = await sql`
    with transfer as (${insertTransfer(tx, input, 'issued', 'available')})
    insert into credit_account (user_id, tier, issued, available)
    select ${userId}, ${tier}, amount, amount from transfer
    on conflict (user_id, tier) do update
      set issued = credit_account.issued + ${amount}, available = credit_account.available + ${amount}`.execute(tx.db)
  return numAffectedRows === 1n
}

/**
 * Issues an equal number of credits of a tier to many users in one statement.
 * @param input.sources one per user; a duplicate user is a programming error.
 * @returns the users who got credits now. For the others, their source had already issued them.
 */
export async function issueCreditsToMany(tx: TransactionContext, input: Movements<'benefit'>): Promise<string[]> {
  const { tier, amount } = input
  const { rows } = await sql<{ userId: string }>`
    with transfer as (${insertTransfers(tx, input, 'issued', 'available')}), account as (
      insert into credit_account (user_id, tier, issued, available)
      select user_id, ${tier}, ${amount}, ${amount} from transfer order by user_id
      on conflict (user_id, tier) do update
        set issued = credit_account.issued + ${amount}, available = credit_account.available + ${amount}
    )
    select user_id as "userId" from transfer`.execute(tx.db)
  return rows.map(row => row.userId)
}

/**
 * Withdraws available credits.
 * @returns true if the credits were withdrawn now; false if this source had already withdrawn them.
 * @throws insufficient_credits when fewer are available; the caller's transaction is then aborted and nothing was withdrawn.
 */
export const withdrawCredits = (tx: TransactionContext, input: Movement<'subtracted' | 'reversed'>): Promise<boolean> =>
  moveCredits(tx, input, 'available', 'issued').catch(error => {
    // Violates the check against negative balances, or the foreign key of an account that was never opened.
    throw error.code === '23514' || error.code === '23503' ? refuse('insufficient_credits') : error
  })

/**
 * Freezes the available credits of a disputed payment, releases them when the payment stands, or takes them back when the dispute is lost.
 * The caller has locked the accounts (`lockBalances`).
 * @returns true if the credits moved now; false if this source had already moved them.
 */
export const blockCredits = (tx: TransactionContext, input: Movement<'frozen'>): Promise<boolean> =>
  moveCredits(tx, input, 'available', 'frozen')
export const releaseCredits = (tx: TransactionContext, input: Movement<'released'>): Promise<boolean> =>
  moveCredits(tx, input, 'frozen', 'available')
export const takeBlockedCredits = (
  tx: TransactionContext,
  input: Movement<'reversed' | 'subtracted'>,
): Promise<boolean> => moveCredits(tx, input, 'frozen', 'issued')

/**
 * Makes spent credits available again.
 * @returns true if the credits were returned now; false if this source had already returned them.
 */
export const returnCredits = (tx: TransactionContext, input: Movement<'entry_returned'>): Promise<boolean> =>
  moveCredits(tx, input, 'spent', 'available')

/** Moves credits of an existing account between two balances, unless the source has moved them before. @returns whether they moved. */
async function moveCredits(ctx: DataContext, input: Movement<string>, from: Balance, to: Balance): Promise<boolean> {
  const { userId, tier, amount } = input
  // `issued` is what the shop owes: it grows by credits that leave it, and shrinks by credits that come back.
  const change = (balance: Balance, by: number) =>
    sql`${sql.ref(balance)} = ${sql.ref(balance)} + ${balance === 'issued' ? -by : by}`
  const { numAffectedRows } = await sql`
    with transfer as (${insertTransfer(ctx, input, from, to)})
    update credit_account set ${change(from, -amount)}, ${change(to, amount)}
    from transfer where user_id = ${userId} and tier = ${tier}`.execute(ctx.db)
  return numAffectedRows === 1n
}

/**
 * Returns one spent credit of a tier per source, for many users in one statement. Accounts are locked by user
 * id. Credits that a source had already returned stay unchanged.
 * @returns the number of credits returned now.
 */
export async function returnCreditsToMany(
  tx: TransactionContext,
  { tier, sources }: Pick<Movements<'entry_returned'>, 'tier' | 'sources'>,
): Promise<number> {
  const movement: Movements<'entry_returned'> = { tier, amount: 1, kind: 'entry_returned', sources }
  const { rows } = await sql<{ returned: number }>`
    with transfer as (${insertTransfers(tx, movement, 'spent', 'available')}), owed as (
      select user_id, count(*)::int as n from transfer group by user_id
    ), locked as (
      select a.user_id, owed.n from credit_account a join owed using (user_id)
      where a.tier = ${tier} order by a.user_id for update of a
    ), moved as (
      update credit_account a set spent = a.spent - locked.n, available = a.available + locked.n
      from locked where a.user_id = locked.user_id and a.tier = ${tier}
    )
    select coalesce(sum(n), 0)::int as returned from owed`.execute(tx.db)
  return rows[0]!.returned
}

/** Available credits of a user, locked until the caller's transaction ends. All callers lock in the order of the tiers. */
export async function lockBalances(tx: TransactionContext, userId: string): Promise<Record<Tier, number>> {
  const { rows } = await sql<{ tier: Tier; available: number }>`
    select tier, available from credit_account where user_id = ${userId} order by tier for update`.execute(tx.db)
  const of = (tier: Tier) => rows.find(row => row.tier === tier)?.available ?? 0
  return Object.fromEntries(TIERS.map(tier => [tier, of(tier)])) as Record<Tier, number>
}

/**
 * Locks all accounts of these users until the caller's transaction ends, and opens missing accounts. Concurrent movements of their credits
 * wait.
 */
export async function lockAccounts(tx: TransactionContext, userIds: readonly string[]): Promise<void> {
  await sql`
    insert into credit_account (user_id, tier)
    select person, tier from unnest(${[...userIds]}::uuid[]) person, unnest(enum_range(null::tier)) tier
    order by person, tier on conflict do nothing`.execute(tx.db)
  await sql`
    select from credit_account where user_id = any(${[...userIds]}::uuid[]) order by user_id, tier for update`.execute(
    tx.db,
  )
}

/**
 * Moves all credits of one user to another: available credits, frozen credits, and spent credits of entries that move too. Call it
 * after `lockAccounts`. Credits are withdrawn from one user and issued to the other, so none is lost or created.
 * @param input.mergeId unique for each call.
 */
export async function moveAllCredits(
  tx: TransactionContext,
  { from, into, mergeId }: { from: string; into: string; mergeId: string },
): Promise<void> {
  const { rows } = await sql<{ tier: Tier; available: number; spent: number; frozen: number }>`
    select tier, available, spent, frozen from credit_account where user_id = ${from} and issued > 0 order by tier`.execute(
    tx.db,
  )
  for (const { tier, ...held } of rows) {
    for (const balance of ['available', 'spent', 'frozen'] as const) {
      const amount = held[balance]
      if (amount === 0) continue
      const source = { type: `merge-${balance}`, id: mergeId, description: 'Two accounts became one' }
      const movement = { tier, amount, source }
      const isTaken = await moveCredits(tx, { ...movement, userId: from, kind: 'merged_out' }, balance, 'issued')
      const isGiven = await moveCredits(tx, { ...movement, userId: into, kind: 'merged_in' }, 'issued', balance)
      if (!isTaken || !isGiven) throw new Error(`The ${tier} credits of ${from} were not moved to ${into}.`)
    }
  }
}

type Balance = 'issued' | 'available' | 'spent' | 'frozen'

const insertTransfer = (
  ctx: DataContext,
  { userId, tier, amount, kind, source }: Movement<string>,
  debit: Balance,
  credit: Balance,
) => sql`
  insert into credit_transfer
    (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
  values (${newId()}, ${userId}, ${tier}, ${debit}, ${credit}, ${amount}, ${kind}, ${source.type}, ${source.id},
    ${source.description}, ${ctx.actor?.userId ?? null}, ${ctx.now()})
  on conflict on constraint credit_transfer_once do nothing
  returning amount`

/** `insertTransfer` for many users in one statement; `returning` lists the users with new transfers. */
function insertTransfers(
  ctx: DataContext,
  { tier, amount, kind, sources }: Movements<string>,
  debit: Balance,
  credit: Balance,
) {
  const lines = sources.map(({ userId, source: { type, id, description } }) => ({
    id: newId(),
    user_id: userId,
    source_type: type,
    source_id: id,
    description,
  }))
  return sql`
    insert into credit_transfer
      (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
    select l.id, l.user_id, ${tier}, ${debit}, ${credit}, ${amount}, ${kind}, l.source_type, l.source_id,
      l.description, ${ctx.actor?.userId ?? null}, ${ctx.now()}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l
      (id uuid, user_id uuid, source_type text, source_id text, description text)
    on conflict on constraint credit_transfer_once do nothing
    returning user_id`
}
