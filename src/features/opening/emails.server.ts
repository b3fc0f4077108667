import { html } from 'hono/html'
import { defineEmail, link } from '#features/notifications/email.ts'
import { postalLinesOf } from '#kernel/settings.ts'
import { CONFIRM_DAYS } from './contract.ts'

export const confirmOpeningEmail = defineEmail({
  preview: { page: 'https://shop.example/opening?token=1' },
  write: ({ settings }, { page }: { page: string }) => ({
    subject: `Confirm: tell you when ${settings.brand.name} opens?`,
    body: [
      `You asked us to tell you when ${settings.brand.name} opens.`,
      `Please confirm within ${CONFIRM_DAYS} days. You then get one e-mail when we open.`,
      'If you did not ask for this, ignore this e-mail. Nothing else is sent.',
    ],
    action: { label: 'Confirm', url: page },
    below: [postalLinesOf(settings).join(', ')],
  }),
  unproven: 'no words',
})

export const openedEmail = defineEmail({
  preview: { url: 'https://shop.example' },
  write: ({ settings }, { url }: { url: string }) => ({
    subject: `${settings.brand.name} is open`,
    body: ['You asked us to tell you when we open. We are open now.'],
    action: { label: 'See the shop', url },
    below: [
      html`<p>You asked to be told once, and this is that e-mail. Your address is no longer on our list.<br>${link(`${url}/legal#privacy`, 'Privacy policy')}<br>${postalLinesOf(settings).join(', ')}</p>`,
    ],
  }),
  unproven: 'no words',
})
