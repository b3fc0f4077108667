import {
  RECEIPT_PREVIEW,
  receiptBlocks,
  receiptFiles,
  type ShownReceipts,
} from '#features/draw-log/tree/queries/emailed-receipts.server.ts'
import { defineEmail, nameless } from '#features/notifications/email.ts'
import type { CardReason } from './card-reasons.ts'
import { type RefusedCard, refusalLines, refusalSubject } from './refusal-letter.ts'

/** Without receipts for entries that no tree holds. */
type EnteredCard = ShownReceipts & {
  title: string
  slug: string
  channel: 'mail' | 'online'
  slots: readonly number[]
  card: number
}

/** E-mail to the sender of a card, or of an entry online, that became an entry. The legal texts promise it. */
export const cardEnteredEmail = defineEmail({
  preview: {
    title: 'Field Kit',
    slug: 'field-kit',
    channel: 'mail',
    slots: [101, 102],
    card: 12,
    ...RECEIPT_PREVIEW,
  },
  write: ({ origin }, { title, slug, channel, slots, card, ...shown }: EnteredCard) => ({
    subject: `Your free entry: ${title}`,
    body: [
      'Hello,',
      `${CAME[channel]} It is number ${card} of our register, and ${numbersOf(slots)} in the draw of ${title}, with the same chance as an entry made with a credit.`,
      ...(shown.receipts.length > 0
        ? [
            'Keep this e-mail. With its receipt anyone can check later, also without us, that your entry was on the list from the day it was registered.',
          ]
        : []),
    ],
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${slug}` },
    below: receiptBlocks(shown),
    attachments: receiptFiles(shown),
  }),
  unproven: 'no words',
})

const CAME = { mail: 'Your card came by mail.', online: 'Your free entry online is confirmed.' }

const numbersOf = (slots: readonly number[]) =>
  slots.length === 1 ? `number ${slots[0]}` : `numbers ${slots.join(', ')}`

/** E-mail to the sender of a card that is no entry; the printed letter has equal words. */
export const cardRefusedEmail = defineEmail({
  preview: {
    ...{ name: 'Ada Marsh', title: 'Field Kit', slug: 'field-kit', card: 12, receivedOn: '2026-11-20' },
    ...{
      reason: 'outside_window' as CardReason,
      isCancelled: false,
      window: { first: '2026-11-01', last: '2026-11-19' },
    },
  },
  write: ({ origin }, card: RefusedCard) => ({
    subject: refusalSubject(card),
    // A stranger may have written this address on a card, and a name that says something.
    body: refusalLines(nameless(card)),
    action: { label: 'See the giveaway', url: `${origin}/giveaways/${card.slug}` },
  }),
  unproven: 'no words',
})
