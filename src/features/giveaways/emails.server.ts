import { html } from 'hono/html'
import type { Context } from '#adapters/context.ts'
import type { NewMessage } from '#features/notifications/commands/send-message.server.ts'

type Entered = { title: string; slug: string; name: string; slot: number }

/** To a member whom auto-entry has entered: what it cost, and where to change it. */
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
