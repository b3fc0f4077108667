import { timingSafeEqual } from 'node:crypto'
import type { DataContext } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'

const sealOf = (ctx: DataContext, id: string) => ctx.keyedHash(`stock-alert:${id}`)

/** The signed token of a request, for the links in its e-mails. It works without a sign-in, because it came to the request's mailbox. */
const alertToken = (ctx: DataContext, id: string): string => `${id}.${sealOf(ctx, id)}`

/** The page that confirms or cancels a request by a button. Opening it changes nothing, because programs that scan mail open links. */
export const alertPage = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/back-in-stock?token=${alertToken(ctx, id)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const alertOneClick = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/api/stock-alerts/unsubscribe?token=${alertToken(ctx, id)}`

/** The request's id in a token; undefined for an invalid token. */
export function readAlertToken(ctx: DataContext, token: string): string | undefined {
  const [id = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(id)) return undefined
  const given = Buffer.from(seal)
  const expected = Buffer.from(sealOf(ctx, id))
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}
