import { sql } from 'kysely'
import { recordKindConsent } from '#features/notifications/commands/record-kind-consent.server.ts'
import { type ConsentChannel, PRICE_DROP_WORDING } from '#features/notifications/consents/consent-wording.ts'
import { readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { WISH_ERRORS } from '../../contract.ts'
import type { WishesPorts } from '../../ports.ts'
import { priceOf } from '../../rules.ts'
import { STOCK_ALERT_ERRORS } from '../../stock-alerts/contract.ts'
import { PRICE_ALERT_ERRORS, type PriceAction, type PriceAlertBody } from '../contract.ts'
import { readPriceToken } from '../link.server.ts'

const refuse = refusals({ ...WISH_ERRORS, ...STOCK_ALERT_ERRORS, ...PRICE_ALERT_ERRORS })

const CONSENT = { kind: 'price_drop', wording: PRICE_DROP_WORDING }

type Ask = PriceAlertBody & { userId: string; productId: string }

/**
 * Follows the price of a saved product from now on. Repeating it takes the channel and keeps the price from which a drop counts.
 * @throws not_on_list, not_in_store, push_is_off, email_is_off
 */
export async function followPrice(ctx: Context, ports: WishesPorts, { userId, productId, channel }: Ask) {
  await transact(ctx, async tx => {
    // Locks the user's row as the wish list does, so that the line stays.
    await sql`select from users where id = ${userId} for no key update`.execute(tx.db)
    const [person, product, wish] = [
      (await readRecipients(tx, [userId])).get(userId),
      (await ports.productsOf(tx, [productId])).get(productId),
      await tx.db
        .selectFrom('wish')
        .select('variant_id as variantId')
        .where('user_id', '=', userId)
        .where('product_id', '=', productId)
        .executeTakeFirst(),
    ]
    if (!person) throw refuseAny('NotAuthorizedException')
    if (!wish) throw refuse('not_on_list')
    if (!product) throw refuse('not_in_store')
    if (channel === 'push' && !(person.pushOptIn && person.endpoints.length > 0)) throw refuse('push_is_off')
    if (channel === 'email' && !person.emailOptIn) throw refuse('email_is_off')
    const price = { price_cents: priceOf(product, wish.variantId) }
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('price_alert')
      .values({ user_id: userId, product_id: productId, channel, ...price, created_at: tx.now() })
      .onConflict(conflict =>
        conflict
          .columns(['user_id', 'product_id'])
          .doUpdateSet({ channel })
          .where('price_alert.channel', '!=', channel),
      )
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    await recordKindConsent(tx, { ...CONSENT, subjectId: userId, channel, given: true, source: 'wish-list' })
  })
}

/** Stops following one price, or all of a user. A price that is not followed stays so. */
export async function stopFollowing(
  tx: TransactionContext,
  { userId, productId }: { userId: string; productId?: string },
  source: 'wish-list' | 'price-alert-link' | 'one-click',
): Promise<void> {
  const gone = await tx.db
    .deleteFrom('price_alert')
    .where('user_id', '=', userId)
    .$if(productId !== undefined, query => query.where('product_id', '=', productId!))
    .returning('channel')
    .execute()
  for (const { channel } of gone)
    await recordKindConsent(tx, {
      ...{ ...CONSENT, subjectId: userId, channel: channel as ConsentChannel, given: false, source },
    })
}

/**
 * Turns off one price alert or all of its user, by the link in an e-mail and without a sign-in. Each action may be repeated.
 * @throws price_link_invalid
 */
export async function usePriceLink(
  ctx: Context,
  { token, action }: { token: string; action: PriceAction },
  source: 'price-alert-link' | 'one-click',
): Promise<void> {
  const of = readPriceToken(ctx, token)
  if (!of) throw refuse('price_link_invalid')
  const { userId, productId } = of
  await transact(ctx, tx => stopFollowing(tx, action === 'off' ? { userId, productId } : { userId }, source))
}
