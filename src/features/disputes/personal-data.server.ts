import { sql } from 'kysely'
import { lockBalances, takeBlockedCredits } from '#features/credits/commands.server.ts'
import { listOrderIds } from '#features/orders/history/queries/order-ids.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { PersonalData } from '#kernel/personal-data.ts'
import { toDollars } from '#kernel/values/money.ts'
import { type StoredDispute, selectDisputes } from './stored-dispute.server.ts'

const disputesOfUser = async (ctx: DataContext, userId: string): Promise<StoredDispute[]> =>
  selectDisputes(ctx, sql`d.order_id = any(${await listOrderIds(ctx, userId)}::uuid[]) order by d.opened_at, d.id`)

/** Disputes stay because of the bank and the books. Credits frozen by a dispute lapse with the account, like all other credits. */
export const disputesData: PersonalData = {
  tables: ['dispute'],
  async exportOf(ctx, { userId }) {
    const disputes = await disputesOfUser(ctx, userId)
    return {
      disputes: disputes.map(({ openedAt, closedAt, amountCents, reason, status, credits }) => ({
        date: openedAt,
        closed: closedAt,
        amount: toDollars(amountCents),
        reason,
        status,
        credits: credits.map(({ tier, frozen, taken }) => ({ tier, frozen, takenBack: taken })),
      })),
    }
  },
  async erase(tx, { userId }) {
    const frozen = (await disputesOfUser(tx, userId)).filter(({ effect }) => effect === 'frozen')
    if (frozen.length === 0) return
    await lockBalances(tx, userId)
    for (const dispute of frozen) await lapse(tx, userId, dispute)
  },
}

async function lapse(tx: TransactionContext, userId: string, { id, credits }: StoredDispute): Promise<void> {
  // A dispute that closed in between has already moved these credits, so none are left to lapse here.
  const { rows } = await sql<{ tier: StoredDispute['credits'][number]['tier']; frozen: number }>`
    update dispute_credit c set frozen = 0 from dispute d
    where d.id = c.dispute_id and d.id = ${id} and d.effect = 'frozen' and c.frozen > 0
    returning c.tier, (select before.frozen from dispute_credit before where before.dispute_id = c.dispute_id
      and before.tier = c.tier) as frozen`.execute(tx.db)
  for (const { tier } of credits) {
    const amount = rows.find(row => row.tier === tier)?.frozen ?? 0
    const source = { type: 'account-deletion-frozen', id, description: 'Lapsed with the account' }
    if (amount > 0) await takeBlockedCredits(tx, { userId, tier, amount, kind: 'subtracted', source })
  }
}
