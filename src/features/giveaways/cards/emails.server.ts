import { defineEmail, verbatim } from '#features/notifications/email.ts'

type EnteredCard = {
  name: string
  title: string
  slug: string
  slotNumber: number
  card: number
  /** The signed receipt and the secret of its holder. Null for an entry that no tree holds. */
  receipt: string | null
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

/** E-mail to the sender of a card that became an entry. The legal texts promise it. */
export const cardEnteredEmail = defineEmail({
  preview: {
    name: 'Ada Marsh',
    title: 'Field Kit',
    slug: 'field-kit',
    slotNumber: 101,
    card: 12,
    receipt: RECEIPT,
    holderSecret: '7c1f',
  },
  write: ({ origin }, { name, title, slug, slotNumber, card, receipt, holderSecret }: EnteredCard) => ({
    subject: `Your free entry: ${title}`,
    body: [
      `Hello ${name},`,
      `Your card came by mail. It is card ${card} of our register, and number ${slotNumber} in the draw of ${title}, with the same chance as an entry made with a credit.`,
      ...(receipt && holderSecret
        ? [
            'Keep the receipt below. It is signed, and proves later that your entry was on the list from the day it was registered.',
            verbatim(receipt),
            verbatim(`secret ${holderSecret}`),
          ]
        : []),
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
  }),
})
