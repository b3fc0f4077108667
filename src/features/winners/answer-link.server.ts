import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#adapters/context.ts'

const keyOf = (ctx: Context, winnerId: string) => ctx.keyedHash(`prize:${winnerId}`)

/**
 * Where a winner answers without signing in. The key stands behind the #, which no server and no log ever sees; it works as long
 * as the prize is theirs.
 */
export const answerLink = (ctx: Context, winnerId: string): string =>
  `${ctx.origin}/prizes/${winnerId}#${keyOf(ctx, winnerId)}`

/** Whether a key is the one of this winner's link. */
export function isKeyOf(ctx: Context, winnerId: string, key: string): boolean {
  const given = Buffer.from(key)
  const expected = Buffer.from(keyOf(ctx, winnerId))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
