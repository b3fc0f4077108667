import { html } from 'hono/html'
import { defineEmail, link } from '#features/notifications/email.ts'
import { postalLinesOf } from '#kernel/settings.ts'

type Drop = { thing: string; now: string; nowWithFee: string; before: string; url: string; page: string }

export const priceDropEmail = defineEmail({
  preview: {
    thing: 'Star Fort Hoodie (Coyote, XL)',
    now: '$60.00',
    nowWithFee: '$60.00 + $3.00 platform fee, $63.00 in all',
    before: '$78.00',
    url: 'https://shop.example/product/star-fort-hoodie',
    page: 'https://shop.example/price-alert?token=1',
  },
  write: ({ settings }, { thing, now, nowWithFee, before, url, page }: Drop) => ({
    subject: `${thing} now costs ${now}, was ${before}`,
    body: [`${thing} on your wish list now costs less.`, `Now ${nowWithFee}. It was ${before}.`],
    action: { label: 'See it in the store', url },
    below: [
      html`<p>You asked to be told when its price drops.<br>${link(page, 'Turn this off')}<br>${postalLinesOf(settings).join(', ')}</p>`,
    ],
  }),
  unproven: 'no words',
})
