import { timingSafeEqual } from 'node:crypto'
import type { Context } from '#adapters/context.ts'
import { isUuid } from '#platform/uuid.ts'
import { type EmailChoice, isEmailChoice } from './rules.ts'

const sealOf = (ctx: Context, userId: string, kind: EmailChoice) => ctx.keyedHash(`unsubscribe:${userId}:${kind}`)

/**
 * The signed word in an e-mail that lets whoever has the e-mail choose which ones they get, without signing in. It says who and from
 * which kind of e-mail; it does not expire, as the law wants links to work for at least 30 days and nobody gains by a shorter life.
 */
export const unsubscribeToken = (ctx: Context, userId: string, kind: EmailChoice): string =>
  `${userId}.${kind}.${sealOf(ctx, userId, kind)}`

/** Who and which kind of e-mail a token names; undefined when it is not one of ours. */
export function readUnsubscribeToken(ctx: Context, token: string): { userId: string; kind: EmailChoice } | undefined {
  const [userId = '', kind = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(userId) || !isEmailChoice(kind)) return undefined
  const given = Buffer.from(seal)
  const expected = Buffer.from(sealOf(ctx, userId, kind))
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, kind } : undefined
}

/** The page where one chooses, with a button: opening it changes nothing. */
export const unsubscribePage = (ctx: Context, userId: string, kind: EmailChoice): string =>
  `${ctx.origin}/unsubscribe?token=${unsubscribeToken(ctx, userId, kind)}`

/** What mail programs post to (RFC 8058). Whoever opens it instead is led to the page. */
export const oneClickAddress = (ctx: Context, userId: string, kind: EmailChoice): string =>
  `${ctx.origin}/api/unsubscribe?token=${unsubscribeToken(ctx, userId, kind)}`
