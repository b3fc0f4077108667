import { timingSafeEqual } from 'node:crypto'
import type { DataContext } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'

const sealOf = (ctx: DataContext, id: string) => ctx.keyedHash(`opening:${id}`)

const tokenOf = (ctx: DataContext, id: string): string => `${id}.${sealOf(ctx, id)}`

/** The page that confirms or cancels a request by a button. Opening it changes nothing, because programs that scan mail open links. */
export const openingPage = (ctx: DataContext, id: string): string => `${ctx.origin}/opening?token=${tokenOf(ctx, id)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const openingOneClick = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/api/opening/unsubscribe?token=${tokenOf(ctx, id)}`

/** The request's id in a token; undefined for an invalid token. */
export function readOpeningToken(ctx: DataContext, token: string): string | undefined {
  const [id = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(id)) return undefined
  const given = Buffer.from(seal)
  const expected = Buffer.from(sealOf(ctx, id))
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}
