import { readRecipients } from '#features/notifications/queries/recipients.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import type { WishesPorts } from '../ports.ts'
import { productPath } from '../rules.ts'
import { PRICE_ALERT_ERRORS, type PriceAlert, type PriceAlertOfLink } from './contract.ts'
import { readPriceToken } from './link.server.ts'

const refuse = refusals(PRICE_ALERT_ERRORS)

/** The saved products of a user whose price is followed. */
export async function listPriceAlerts({ db }: Context, userId: string): Promise<PriceAlert[]> {
  const rows = await db
    .selectFrom('price_alert')
    .select(['product_id as productId', 'channel'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('product_id')
    .execute()
  return rows as PriceAlert[]
}

/** The price alert of a link, without a sign-in. @throws price_link_invalid, also for a deleted user */
export async function readPriceAlertOfLink(ctx: Context, ports: WishesPorts, token: string): Promise<PriceAlertOfLink> {
  const of = readPriceToken(ctx, token)
  const person = of && (await readRecipients(ctx, [of.userId])).get(of.userId)
  if (!of || !person) throw refuse('price_link_invalid')
  const { userId, productId } = of
  const [alerts, products, names] = await Promise.all([
    listPriceAlerts(ctx, userId),
    ports.productsOf(ctx, [productId]),
    ports.namesOf(ctx, [productId]),
  ])
  const slug = products.get(productId)?.slug
  const others = alerts.filter(alert => alert.productId !== productId).length
  return {
    isOn: alerts.length > others,
    email: maskedMailbox(person.email),
    name: names.get(productId) ?? 'A product',
    path: slug ? productPath(slug) : null,
    others,
  }
}
