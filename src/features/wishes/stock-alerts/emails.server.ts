import { html } from 'hono/html'
import { defineEmail, link } from '#features/notifications/email.ts'
import { postalLinesOf } from '#kernel/settings.ts'
import { ALERT_DAYS, CONFIRM_DAYS } from '../rules.ts'

export const confirmAlertEmail = defineEmail({
  preview: { thing: 'Star Fort Hoodie (Coyote, XL)', page: 'https://shop.example/back-in-stock?token=1' },
  write: ({ settings }, { thing, page }: { thing: string; page: string }) => ({
    subject: `Confirm: tell you when ${thing} is back?`,
    body: [
      `You asked us to tell you when ${thing} is back in stock.`,
      `Please confirm within ${CONFIRM_DAYS} days. You then get one e-mail when it is back, within ${ALERT_DAYS} days.`,
      'If you did not ask for this, ignore this e-mail. Nothing else is sent.',
    ],
    action: { label: 'Confirm', url: page },
    below: [postalLinesOf(settings).join(', ')],
  }),
  unproven: 'no words',
})

type Back = { thing: string; url: string; page: string }

export const backInStockEmail = defineEmail({
  preview: {
    thing: 'Star Fort Hoodie (Coyote, XL)',
    url: 'https://shop.example/product/star-fort-hoodie',
    page: 'https://shop.example/back-in-stock?token=1',
  },
  write: ({ settings }, { thing, url, page }: Back) => ({
    subject: `Back in stock: ${thing}`,
    body: [`${thing} is back in stock.`, 'We cannot hold one for you, and others who asked get this e-mail too.'],
    action: { label: 'See it in the store', url },
    below: [
      html`<p>You asked to be told once, and this is that e-mail.<br>${link(page, 'Cancel your other requests')}<br>${postalLinesOf(settings).join(', ')}</p>`,
    ],
  }),
  unproven: 'no words',
})
