import type { DataContext } from '#kernel/context.ts'
import { readSealedToken, sealedToken } from '#platform/secrets/sealed-token.ts'

/** A saved product of a user. */
export type Followed = { userId: string; productId: string }

const PURPOSE = 'price-alert'

/**
 * The signed token of a user's saved product, for the links in its e-mails. It works without a sign-in, because it came to the user's
 * mailbox, and as long as the account: an old e-mail turns off a later request too.
 */
const priceToken = (ctx: DataContext, { userId, productId }: Followed): string =>
  sealedToken(ctx.keyedHash, PURPOSE, userId, productId)

/** The page that turns price alerts off by a button. Opening it changes nothing, because programs that scan mail open links. */
export const pricePage = (ctx: DataContext, of: Followed): string =>
  `${ctx.origin}/price-alert?token=${priceToken(ctx, of)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const priceOneClick = (ctx: DataContext, of: Followed): string =>
  `${ctx.origin}/api/price-alerts/unsubscribe?token=${priceToken(ctx, of)}`

/** Undefined for an invalid token. */
export function readPriceToken(ctx: DataContext, token: string): Followed | undefined {
  const [userId, productId] = readSealedToken(ctx.keyedHash, PURPOSE, token) ?? []
  return userId && productId ? { userId, productId } : undefined
}
