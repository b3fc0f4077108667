import type { PersonalData } from '#kernel/personal-data.ts'

/** Wish list, price alerts and stock alerts, also those that the person asked for as a guest. Nothing of them has to be kept. */
export const wishesData: PersonalData = {
  tables: ['wish', 'price_alert', 'stock_alert'],
  async exportOf({ db }, { userId, email }) {
    const [wishList, priceAlerts, stockAlerts] = await Promise.all([
      db
        .selectFrom('wish')
        .select(['product_id as productId', 'variant_id as variantId', 'price_cents as priceCents'])
        .select('created_at as savedAt')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('product_id')
        .execute(),
      db
        .selectFrom('price_alert')
        .select(['product_id as productId', 'channel', 'price_cents as priceCents', 'created_at as askedAt'])
        .select('noticed_at as noticedAt')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('product_id')
        .execute(),
      db
        .selectFrom('stock_alert')
        .select(['product_id as productId', 'variant_id as variantId', 'email', 'channel', 'created_at as askedAt'])
        .select(['confirmed_at as confirmedAt', 'sent_at as sentAt', 'expires_at as expiresAt'])
        .where(eb => eb.or([eb('user_id', '=', userId), eb('email', '=', email?.toLowerCase() ?? null)]))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    ])
    return { wishList, priceAlerts, stockAlerts }
  },
  async erase({ db }, { userId, email }) {
    // Price alerts go with the lines of the list.
    await db.deleteFrom('wish').where('user_id', '=', userId).execute()
    await db
      .deleteFrom('stock_alert')
      .where(eb => eb.or([eb('user_id', '=', userId), eb('email', '=', email?.toLowerCase() ?? null)]))
      .execute()
  },
}
