import { timingSafeEqual } from 'node:crypto'
import type { DataContext } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'

const sealOf = (ctx: DataContext, id: string) => ctx.keyedHash(`free-entry:${id}`)

/** The page that confirms a free entry by a button. Opening it changes nothing, because programs that scan mail open links. */
export const freeEntryPage = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/free-entry?token=${id}.${sealOf(ctx, id)}`

/** The request's id in a token; undefined for an invalid token. */
export function readFreeEntryToken(ctx: DataContext, token: string): string | undefined {
  const [id = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(id)) return undefined
  const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(ctx, id))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}
