import type { PersonalData } from '#kernel/personal-data.ts'

export const cartData: PersonalData = {
  tables: ['saved_cart'],
  async exportOf({ db }, { userId }) {
    const cart = await db
      .selectFrom('saved_cart')
      .select(['items', 'updated_at as updatedAt'])
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return { cart: cart ?? null }
  },
  async erase({ db }, { userId }) {
    await db.deleteFrom('saved_cart').where('user_id', '=', userId).execute()
  },
}
