import type { DataContext } from '#kernel/context.ts'
import { readSealedToken, sealedToken } from '#platform/secrets/sealed-token.ts'

const PURPOSE = 'stock-alert'

/** The signed token of a request, for the links in its e-mails. It works without a sign-in, because it came to the request's mailbox. */
const alertToken = (ctx: DataContext, id: string): string => sealedToken(ctx.keyedHash, PURPOSE, id)

/** The page that confirms or cancels a request by a button. Opening it changes nothing, because programs that scan mail open links. */
export const alertPage = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/back-in-stock?token=${alertToken(ctx, id)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const alertOneClick = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/api/stock-alerts/unsubscribe?token=${alertToken(ctx, id)}`

/** The request's id in a token; undefined for an invalid token. */
export const readAlertToken = (ctx: DataContext, token: string): string | undefined =>
  readSealedToken(ctx.keyedHash, PURPOSE, token)?.[0]
