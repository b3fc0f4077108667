import { timingSafeEqual } from 'node:crypto'
import type { DataContext } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'

/** A saved product of a user. */
export type Followed = { userId: string; productId: string }

const sealOf = (ctx: DataContext, { userId, productId }: Followed) =>
  ctx.keyedHash(`price-alert:${userId}:${productId}`)

/**
 * The signed token of a user's saved product, for the links in its e-mails. It works without a sign-in, because it came to the user's
 * mailbox, and as long as the account: an old e-mail turns off a later request too.
 */
const priceToken = (ctx: DataContext, of: Followed): string => `${of.userId}.${of.productId}.${sealOf(ctx, of)}`

/** The page that turns price alerts off by a button. Opening it changes nothing, because programs that scan mail open links. */
export const pricePage = (ctx: DataContext, of: Followed): string =>
  `${ctx.origin}/price-alert?token=${priceToken(ctx, of)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const priceOneClick = (ctx: DataContext, of: Followed): string =>
  `${ctx.origin}/api/price-alerts/unsubscribe?token=${priceToken(ctx, of)}`

/** Undefined for an invalid token. */
export function readPriceToken(ctx: DataContext, token: string): Followed | undefined {
  const [userId = '', productId = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(userId) || !isUuid(productId)) return undefined
  const given = Buffer.from(seal)
  const expected = Buffer.from(sealOf(ctx, { userId, productId }))
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, productId } : undefined
}
