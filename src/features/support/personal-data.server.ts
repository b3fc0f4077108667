import type { PersonalData } from '#adapters/personal-data.ts'

/** What somebody wrote to the shop is theirs, and goes with them. The notes of the staff are not in the export. */
export const supportData: PersonalData = {
  tables: ['support_ticket', 'support_cooldown'],
  async exportOf({ db }, { userId }) {
    const tickets = await db
      .selectFrom('support_ticket')
      .select([
        'type',
        'subject',
        'message',
        'priority',
        'status',
        'created_at as createdAt',
        'updated_at as updatedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute()
    return { supportTickets: tickets }
  },
  async erase({ db }, { userId }) {
    await db.deleteFrom('support_ticket').where('user_id', '=', userId).execute()
    await db.deleteFrom('support_cooldown').where('user_id', '=', userId).execute()
  },
}
