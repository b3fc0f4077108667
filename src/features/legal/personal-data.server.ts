import type { PersonalData } from '#kernel/personal-data.ts'
import { readLegal } from './queries.server.ts'

/** Acceptances are evidence for both sides, so they stay, without the network address. */
export const legalData: PersonalData = {
  tables: ['legal_acceptance'],
  async exportOf(ctx, { userId }) {
    const { accepted } = await readLegal(ctx, userId)
    const rows = await ctx.db
      .selectFrom('legal_acceptance')
      .select(['kind', 'version', 'ip'])
      .where('user_id', '=', userId)
      .execute()
    const ipOf = (kind: string, version: number) =>
      rows.find(row => row.kind === kind && row.version === version)?.ip ?? null
    return { legalTextsAccepted: accepted.map(one => ({ ...one, networkAddress: ipOf(one.kind, one.version) })) }
  },
  async erase(tx, { userId }) {
    await tx.db.updateTable('legal_acceptance').set({ ip: null }).where('user_id', '=', userId).execute()
  },
}
