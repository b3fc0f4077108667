import { timingSafeEqual } from 'node:crypto'
import type { DataContext } from '#kernel/context.ts'

const keyOf = (ctx: DataContext, winnerId: string) => ctx.keyedHash(`prize:${winnerId}`)

/**
 * The link where a winner answers without signing in. The key stands in the URL fragment, which browsers never send to a server or a log.
 * The link works as long as the winner holds the prize.
 */
export const answerLink = (ctx: DataContext, winnerId: string): string =>
  `${ctx.origin}/prizes/${winnerId}#${keyOf(ctx, winnerId)}`

/** Whether a key is that of the winner's link. */
export function isKeyOf(ctx: DataContext, winnerId: string, key: string): boolean {
  const given = Buffer.from(key)
  const expected = Buffer.from(keyOf(ctx, winnerId))
  return given.length === expected.length && timingSafeEqual(given, expected)
}
