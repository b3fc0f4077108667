import { type Context, within } from '#adapters/context.ts'
import { recordConsent } from '#features/notifications/commands/record-consent.server.ts'
import type { ProfileBody, ShippingAddress } from '../contract.ts'

/** Stores a user's shipping address, in the caller's transaction if there is one. */
export async function saveShippingAddress(
  ctx: Context,
  { userId, address }: { userId: string; address: ShippingAddress },
) {
  const row = {
    line1: address.line1,
    line2: address.line2 || null,
    city: address.city,
    state: address.state,
    postal_code: address.postalCode,
    country: address.country,
    updated_at: ctx.now(),
  }
  await ctx.db
    .insertInto('shipping_address')
    .values({ user_id: userId, ...row })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Changes what is given of a user's profile and leaves the rest. */
export async function saveProfile(ctx: Context, { userId, change }: { userId: string; change: ProfileBody }) {
  const { phone, smsConsent, pushConsent, shippingAddress } = change
  await ctx.db.transaction().execute(async trx => {
    await trx
      .updateTable('users')
      .set({
        updated_at: ctx.now(),
        ...(phone === undefined ? {} : { phone }),
      })
      .where('id', '=', userId)
      .execute()
    const inner = within(ctx, trx)
    if (shippingAddress) await saveShippingAddress(inner, { userId, address: shippingAddress })
    for (const [channel, given] of [
      ['sms', smsConsent],
      ['push', pushConsent],
    ] as const) {
      if (given !== undefined) await recordConsent(inner, { userId, channel, given, source: 'profile' })
    }
  })
}
