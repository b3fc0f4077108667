import type { PersonalData } from '#kernel/personal-data.ts'
import { INSIGHTS } from './commands.server.ts'

/** A deleted account disappears from the public lists. */
export const insightsData: PersonalData = {
  tables: ['recorded_sale', 'customer_standing', 'hidden_customer'],
  async exportOf({ db }, { userId }) {
    const [standing, hidden] = await Promise.all([
      db
        .selectFrom('customer_standing')
        .select(['purchase_count as purchaseCount', 'total_credits as totalCredits'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),
      db.selectFrom('hidden_customer').select('hidden_at').where('user_id', '=', userId).executeTakeFirst(),
    ])
    return { leaderboard: { standing: standing ?? null, isHiddenSince: hidden?.hidden_at ?? null } }
  },
  async erase(tx, { userId }) {
    const { db, now } = tx
    await db
      .updateTable('recorded_sale')
      .set({ withdrawn_at: now() })
      .where('user_id', '=', userId)
      .where('withdrawn_at', 'is', null)
      .execute()
    await db.deleteFrom('customer_standing').where('user_id', '=', userId).execute()
    await db.deleteFrom('hidden_customer').where('user_id', '=', userId).execute()
    tx.onCommit(ctx => ctx.changed(INSIGHTS))
  },
}
