import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Source } from './commands.server.ts'

/** A past movement of credits: `entry` spends them, `reversed` takes them back, other kinds issue them. */
export type PastMovement = {
  userId: string
  tier: Tier
  kind: 'earned' | 'granted' | 'benefit' | 'entry' | 'reversed'
  amount: number
  source: Source
  at: Date
}

const isIssue = ({ kind }: PastMovement) => kind !== 'entry' && kind !== 'reversed'
const changeOf = (movement: PastMovement) => (isIssue(movement) ? movement.amount : -movement.amount)

/**
 * The credits that must be granted first, so that no movement overdraws an account and enough credits remain.
 * @param kept minimum number of credits that a user has at the end.
 * @param grantedAt when a user got the grant; before the user's first movement.
 */
export function missingCredits(
  movements: readonly PastMovement[],
  people: readonly { userId: string; grantedAt: Date; kept: Record<Tier, number> }[],
): PastMovement[] {
  const inOrder = movements.toSorted((a, b) => +a.at - +b.at)
  return people.flatMap(({ userId, grantedAt, kept }) =>
    TIERS.flatMap(tier => {
      let balance = 0
      let lowest = 0
      for (const movement of inOrder) {
        if (movement.userId !== userId || movement.tier !== tier) continue
        balance += changeOf(movement)
        lowest = Math.min(lowest, balance)
      }
      const amount = Math.max(-lowest, kept[tier] - balance)
      const source = { type: 'welcome', id: userId, description: 'Welcome credits' }
      return amount > 0 ? [{ userId, tier, kind: 'granted' as const, amount, source, at: grantedAt }] : []
    }),
  )
}

const TRANSFER_COLUMNS = sql`id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, created_at`

/** Writes past movements into an empty ledger: accounts first, then transfers. */
export async function seedCredits(tx: TransactionContext, movements: readonly PastMovement[]): Promise<void> {
  const rows = movements
    .toSorted((a, b) => +a.at - +b.at)
    .map(movement => ({
      id: newId(),
      user_id: movement.userId,
      tier: movement.tier,
      debit: isIssue(movement) ? 'issued' : 'available',
      credit: movement.kind === 'entry' ? 'spent' : isIssue(movement) ? 'available' : 'issued',
      amount: movement.amount,
      kind: movement.kind,
      source_type: movement.source.type,
      source_id: movement.source.id,
      description: movement.source.description,
      created_at: movement.at,
    }))
  const transfers = sql`jsonb_populate_recordset(null::credit_transfer, ${JSON.stringify(rows)})`
  await sql`
    insert into credit_account (user_id, tier, issued, available, spent)
    select user_id, tier, sum(case when credit = 'available' then amount when credit = 'issued' then -amount else 0 end),
      sum(case credit when 'available' then amount else -amount end),
      coalesce(sum(amount) filter (where credit = 'spent'), 0)
    from ${transfers} group by user_id, tier`.execute(tx.db)
  await sql`
    insert into credit_transfer (${TRANSFER_COLUMNS}) select ${TRANSFER_COLUMNS} from ${transfers}`.execute(tx.db)
}
