import type { PersonalData } from '#kernel/personal-data.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { withdrawCredits } from './commands.server.ts'
import { readCreditBalances } from './queries.server.ts'

/** The ledger stays complete. Remaining credits expire with a transfer of their own. */
export const creditsData: PersonalData = {
  tables: ['credit_account', 'credit_transfer', 'credit_holder'],
  async exportOf(ctx, { userId }) {
    const { userId: _, ...balances } = await readCreditBalances(ctx, userId)
    const ledger = await ctx.db
      .selectFrom('credit_transfer')
      .select(['created_at as date', 'tier', 'kind', 'debit as from', 'credit as to', 'amount', 'description'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { credits: balances, creditLedger: ledger }
  },
  async erase(tx, { userId }) {
    const accounts = await tx.db
      .selectFrom('credit_account')
      .select(['tier', 'available'])
      .where('user_id', '=', userId)
      .where('available', '>', 0)
      .forUpdate()
      .execute()
    const source = { type: 'account-deletion', id: userId, description: 'Lapsed with the account' }
    for (const tier of TIERS) {
      const amount = accounts.find(account => account.tier === tier)?.available
      if (amount) await withdrawCredits(tx, { userId, tier, amount, kind: 'subtracted', source })
    }
  },
}
