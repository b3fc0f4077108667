import { html } from 'hono/html'
import { defineEmail, link } from '#features/notifications/email.ts'
import type { Tier } from '#kernel/values/tiers.ts'

type Entered = { title: string; slug: string; name: string; slot: number }

/** E-mail to a member whom auto-entry entered: the cost, and where to change the setting. */
export const autoEntryEmail = defineEmail({
  preview: { title: 'Field Kit', slug: 'field-kit', name: 'Sam', slot: 18 },
  write: ({ origin }, { title, slug, name, slot }: Entered) => ({
    subject: `You are in: ${title}`,
    body: [
      `Hello ${name},`,
      `auto-entry has taken slot ${slot} of ${title} for you. It cost one Bronze credit.`,
      html`<p>The giveaway, and to swap your slot:<br>${link(`${origin}/giveaways/${slug}`)}</p>`,
      html`<p>To switch auto-entry off:<br>${link(`${origin}/dashboard?tab=giveaways`)}</p>`,
    ],
  }),
})

type Cancelled = { title: string; tier: Tier; name: string; credits: number; reason: string | null }

/** E-mail to each entrant of a cancelled giveaway: the reason and the returned credits. */
export const cancelledEmail = defineEmail({
  preview: { title: 'Field Kit', tier: 'Gold', name: 'Sam', credits: 2, reason: 'The prize was damaged.' },
  write: ({ origin }, { title, tier, name, credits, reason }: Cancelled) => ({
    subject: `Cancelled: ${title}`,
    body: [
      `Hello ${name},`,
      `${title} was cancelled${reason ? `: ${reason}` : '.'}`,
      credits > 0
        ? `Your ${credits === 1 ? `${tier} credit is` : `${credits} ${tier} credits are`} back in your account.`
        : 'Your free entry by mail in it does not count any more.',
    ],
    action: { label: 'What else is given away', url: `${origin}/giveaways` },
  }),
})
