import { defineEmail } from '#features/notifications/email.ts'

type EnteredCard = { name: string; title: string; slug: string; slotNumber: number; card: number }

/** E-mail to the sender of a card that became an entry. The legal texts promise it. */
export const cardEnteredEmail = defineEmail({
  preview: { name: 'Ada Marsh', title: 'Field Kit', slug: 'field-kit', slotNumber: 101, card: 12 },
  write: ({ origin }, { name, title, slug, slotNumber, card }: EnteredCard) => ({
    subject: `Your free entry: ${title}`,
    body: [
      `Hello ${name},`,
      `Your card came by mail and is in the draw of ${title} with number ${slotNumber}. It is card ${card} of our register.`,
      'It has the same chance as an entry made with a credit. Keep this e-mail: it is your proof that we have the card.',
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
  }),
})
