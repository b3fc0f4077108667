import type { DataContext } from '#kernel/context.ts'
import { readSealedToken, sealedToken } from '#platform/secrets/sealed-token.ts'

const PURPOSE = 'opening'

/** The page that confirms or cancels a request by a button. Opening it changes nothing, because programs that scan mail open links. */
export const openingPage = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/opening?token=${sealedToken(ctx.keyedHash, PURPOSE, id)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const openingOneClick = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/api/opening/unsubscribe?token=${sealedToken(ctx.keyedHash, PURPOSE, id)}`

/** The request's id in a token; undefined for an invalid token. */
export const readOpeningToken = (ctx: DataContext, token: string): string | undefined =>
  readSealedToken(ctx.keyedHash, PURPOSE, token)?.[0]
