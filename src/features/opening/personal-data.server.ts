import type { PersonalData } from '#kernel/personal-data.ts'

/** Requests to be told of the opening, which guests make by their e-mail address. Nothing of them has to be kept. */
export const openingData: PersonalData = {
  tables: ['opening_request'],
  async exportOf({ db }, { email }) {
    const openingRequests = await db
      .selectFrom('opening_request')
      .select(['email', 'created_at as askedAt', 'confirmed_at as confirmedAt', 'expires_at as expiresAt'])
      .where('email', '=', email?.toLowerCase() ?? null)
      .execute()
    return { openingRequests }
  },
  async erase({ db }, { email }) {
    await db
      .deleteFrom('opening_request')
      .where('email', '=', email?.toLowerCase() ?? null)
      .execute()
  },
}
