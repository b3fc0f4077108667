import { defineEmail, verbatim } from '#features/notifications/email.ts'

type EnteredCard = {
  name: string
  title: string
  slug: string
  channel: 'mail' | 'online'
  slots: readonly number[]
  card: number
  /** The signed receipts and the secret of their holder. None for entries that no tree holds. */
  receipts: readonly string[]
  holderSecret: string | null
}

const RECEIPT = [
  'redoubt/receipt/2',
  'log redoubt.example/log',
  'giveaway 0199a1c0-0000-7000-8000-000000000001',
  'leaf mail 1764000000000 101 5f0c2a9be1d44c07a3c5d1e2f3a4b5c6 0a1b2c3d4e5f60718293a4b5c6d7e8f9 2026-11-20 12',
  'by 1764000600000',
  '',
  '— redoubt.example/redoubt/receipt q1w2e3r4',
].join('\n')

/** E-mail to the sender of a card, or of an entry online, that became an entry. The legal texts promise it. */
export const cardEnteredEmail = defineEmail({
  preview: {
    name: 'Ada Marsh',
    title: 'Field Kit',
    slug: 'field-kit',
    channel: 'mail',
    slots: [101, 102],
    card: 12,
    receipts: [RECEIPT],
    holderSecret: '7c1f',
  },
  write: ({ origin }, { name, title, slug, channel, slots, card, receipts, holderSecret }: EnteredCard) => ({
    subject: `Your free entry: ${title}`,
    body: [
      `Hello ${name},`,
      `${CAME[channel]} It is number ${card} of our register, and ${numbersOf(slots)} in the draw of ${title}, with the same chance as an entry made with a credit.`,
      ...(receipts.length > 0 && holderSecret
        ? [
            `Keep the ${receipts.length === 1 ? 'receipt' : 'receipts'} below: signed, they prove later that your entry was on the list from the day it was registered.`,
            ...receipts.map(receipt => verbatim(receipt)),
            verbatim(`secret ${holderSecret}`),
          ]
        : []),
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
  }),
})

const CAME = { mail: 'Your card came by mail.', online: 'Your free entry online is confirmed.' }

const numbersOf = (slots: readonly number[]) =>
  slots.length === 1 ? `number ${slots[0]}` : `numbers ${slots.join(', ')}`
