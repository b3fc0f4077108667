import { timingSafeEqual } from 'node:crypto'
import { html } from 'hono/html'
import type { Context, DataContext } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type Block, link } from '../email.ts'
import { type EmailChoice, isEmailChoice } from '../rules.ts'

const sealOf = (ctx: DataContext, userId: string, kind: EmailChoice) => ctx.keyedHash(`unsubscribe:${userId}:${kind}`)

/**
 * The signed token in an e-mail that lets its reader choose e-mails without signing in. It names the user and the kind of e-mail. It does
 * not expire: the law requires 30 days, and a shorter life gains nothing.
 */
export const unsubscribeToken = (ctx: DataContext, userId: string, kind: EmailChoice): string =>
  `${userId}.${kind}.${sealOf(ctx, userId, kind)}`

/** The user and kind of e-mail in a token; undefined for an invalid token. */
export function readUnsubscribeToken(ctx: Context, token: string): { userId: string; kind: EmailChoice } | undefined {
  const [userId = '', kind = '', seal = '', ...more] = token.split('.')
  if (more.length > 0 || !isUuid(userId) || !isEmailChoice(kind)) return undefined
  const given = Buffer.from(seal)
  const expected = Buffer.from(sealOf(ctx, userId, kind))
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, kind } : undefined
}

/** The page for choosing e-mails, with a button: opening it changes nothing. */
export const unsubscribePage = (ctx: DataContext, userId: string, kind: EmailChoice): string =>
  `${ctx.origin}/unsubscribe?token=${unsubscribeToken(ctx, userId, kind)}`

/** The address that mail programs post to (RFC 8058). A GET request redirects to the page. */
export const oneClickAddress = (ctx: Context, userId: string, kind: EmailChoice): string =>
  `${ctx.origin}/api/unsubscribe?token=${unsubscribeToken(ctx, userId, kind)}`

/**
 * The footer of promotional e-mails: why it was sent, how to unsubscribe, and the postal address (CAN-SPAM).
 * @param shop the shop's name
 * @param sender the company's name and address, line by line.
 */
export const unsubscribeFooter = (page: string, shop: string, sender: readonly string[]): Block[] => [
  html`<p>You get this e-mail because you have an account at ${shop}.<br>${link(page, 'Unsubscribe or choose what you get')}<br>${sender.join(', ')}</p>`,
]
