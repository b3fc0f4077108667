import type { PersonalData } from '#kernel/personal-data.ts'

/** Saved filters belong to the staff account and are deleted with it. */
export const savedFiltersData: PersonalData = {
  tables: ['saved_filter'],
  exportOf: async ({ db }, { userId }) => ({
    savedFilters: await db
      .selectFrom('saved_filter')
      .select(['tab', 'name', 'query', 'created_at as createdAt'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
  }),
  async erase({ db }, { userId }) {
    await db.deleteFrom('saved_filter').where('user_id', '=', userId).execute()
  },
}
