import { html } from 'hono/html'
import type { Context } from '#adapters/context.ts'
import type { NewMessage } from '#features/notifications/commands/send-message.server.ts'
import type { Tier } from '#platform/tiers.ts'

type Entered = { title: string; slug: string; name: string; slot: number }

/** E-mail to a member whom auto-entry entered: the cost, and where to change the setting. */
export function autoEntryEmail(ctx: Context, entered: Entered): Omit<NewMessage, 'to'> {
  const links = [
    ['The giveaway, and to swap your slot:', `${ctx.origin}/giveaways/${entered.slug}`],
    ['To switch auto-entry off:', `${ctx.origin}/dashboard?tab=giveaways`],
  ] as const
  const lines = [
    `Hello ${entered.name},`,
    `auto-entry has taken slot ${entered.slot} of ${entered.title} for you. It cost one Bronze credit.`,
  ]
  return {
    channel: 'email',
    subject: `You are in: ${entered.title}`,
    text: `${lines.join('\n\n')}\n\n${links.map(([words, link]) => `${words}\n${link}\n`).join('\n')}`,
    html: String(
      html`${lines.map(line => html`<p>${line}</p>`)}${links.map(([words, link]) => html`<p>${words} <a href="${link}">${link}</a></p>`)}`,
    ),
  }
}

type Cancelled = { title: string; tier: Tier; name: string; credits: number; reason: string | null }

/** E-mail to each entrant of a cancelled giveaway: the reason and the returned credits. */
export function cancelledEmail(ctx: Context, cancelled: Cancelled): Omit<NewMessage, 'to'> {
  const { title, tier, name, credits, reason } = cancelled
  const link = `${ctx.origin}/giveaways`
  const lines = [
    `Hello ${name},`,
    `${title} was cancelled${reason ? `: ${reason}` : '.'}`,
    credits > 0
      ? `Your ${credits === 1 ? `${tier} credit is` : `${credits} ${tier} credits are`} back in your account.`
      : 'Your free entry by mail in it does not count any more.',
    'What else is given away:',
  ]
  return {
    channel: 'email',
    subject: `Cancelled: ${title}`,
    text: `${lines.join('\n\n')}\n${link}\n`,
    html: String(html`${lines.map(line => html`<p>${line}</p>`)}<p><a href="${link}">${link}</a></p>`),
  }
}
