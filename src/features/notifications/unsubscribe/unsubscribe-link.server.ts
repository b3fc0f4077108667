import { html } from 'hono/html'
import type { Context, DataContext } from '#kernel/context.ts'
import { readSealedToken, sealedToken } from '#platform/secrets/sealed-token.ts'
import { type Block, link } from '../email.ts'
import { type EmailChoice, isEmailChoice } from '../rules.ts'

const PURPOSE = 'unsubscribe'

/**
 * The signed token in an e-mail that lets its reader choose e-mails without signing in. It names the user and the kind of e-mail. It does
 * not expire: the law requires 30 days, and a shorter life gains nothing.
 */
export const unsubscribeToken = (ctx: DataContext, userId: string, kind: EmailChoice): string =>
  sealedToken(ctx.keyedHash, PURPOSE, userId, kind)

/** The user and kind of e-mail in a token; undefined for an invalid token. */
export function readUnsubscribeToken(ctx: Context, token: string): { userId: string; kind: EmailChoice } | undefined {
  const [userId, kind = ''] = readSealedToken(ctx.keyedHash, PURPOSE, token) ?? []
  return userId && isEmailChoice(kind) ? { userId, kind } : undefined
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
