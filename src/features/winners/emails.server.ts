import type { Context } from '#adapters/context.ts'
import type { DrawnEntry } from '#features/giveaways/queries/winners.server.ts'
import { type Email, letterOf } from '#features/notifications/letter.ts'
import { SHOP_ZONE } from '#platform/shop-day.ts'
import { answerLink } from './answer-link.server.ts'
import { ANSWER_DAYS, type PaperKind } from './rules.ts'
import { PAPER_WORDS } from './state-words.ts'

/** Dates in e-mails are in Mountain time, like the closing times. */
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: SHOP_ZONE })

const answer = (ctx: Context, prize: DrawnEntry) => ({ label: 'Answer here', url: answerLink(ctx, prize.id) })

/** To a new winner. The rules give the winner 7 days to answer. */
export const noticeEmail = (ctx: Context, prize: DrawnEntry, answerBy: Date): Email =>
  letterOf({
    subject: `You have won: ${prize.title}`,
    paragraphs: [
      `Hello ${prize.name},`,
      `slot ${prize.slot} was drawn: you have won ${prize.title}.`,
      `Please say within ${ANSWER_DAYS} days, by ${DAY.format(answerBy)}, whether you take the prize and where it should go. After that it passes on to the next of the drawn order, as the rules say.`,
      `How the draw was done, and how to check it: ${ctx.origin}/giveaways/${prize.slug}#result`,
      'We never ask for a payment, a password or a social security number to hand over a prize.',
    ],
    action: answer(ctx, prize),
  })

export const reminderEmail = (ctx: Context, prize: DrawnEntry, answerBy: Date): Email =>
  letterOf({
    subject: `Your prize is waiting: ${prize.title}`,
    paragraphs: [
      `Hello ${prize.name},`,
      `you have won ${prize.title} with slot ${prize.slot}, and we have no answer from you yet.`,
      `Please answer by ${DAY.format(answerBy)}. After that the prize passes on to the next of the drawn order.`,
    ],
    action: answer(ctx, prize),
  })

const HOW_TO_SEND: Record<PaperKind, string> = {
  'tax-form': `${PAPER_WORDS['tax-form']} (irs.gov/FormW9). We report prizes of this value to the IRS. Send it by mail, never by e-mail.`,
  affidavit: `${PAPER_WORDS.affidavit}. We send you the form; sign it and return it by mail.`,
}

/** After the winner accepted: the next steps and the papers that the prize requires. */
export const acceptedEmail = (ctx: Context, prize: DrawnEntry, papers: readonly PaperKind[]): Email =>
  letterOf({
    subject: `Your prize: ${prize.title}`,
    paragraphs: [
      `Hello ${prize.name},`,
      `thank you. ${prize.title} is yours, and we have your address.`,
      ...(papers.length > 0
        ? ['Before we can send a prize of this value, we need:', ...papers.map(kind => HOW_TO_SEND[kind])]
        : ['We send it within a few days, and write to you when it leaves.']),
      ...(papers.length > 0
        ? [`Our address: ${ctx.settings.contact.company}, ${ctx.settings.contact.address.join(', ')}`]
        : []),
    ],
    action: { label: 'Your prize, and to correct the address', url: answerLink(ctx, prize.id) },
  })

type Parcel = { carrier: string; trackingNumber: string | null; trackingUrl: string | null }

export const shippedEmail = (
  ctx: Context,
  prize: DrawnEntry,
  { carrier, trackingNumber, trackingUrl }: Parcel,
): Email =>
  letterOf({
    subject: `Your prize is on its way: ${prize.title}`,
    paragraphs: [
      `Hello ${prize.name},`,
      `${prize.title} left us with ${carrier}.${trackingNumber ? ` Tracking number: ${trackingNumber}.` : ''}`,
      ...(trackingUrl ? [`Track it: ${trackingUrl}`] : []),
    ],
    action: { label: 'Your prize', url: answerLink(ctx, prize.id) },
  })

/** Text written by staff; an empty line starts a paragraph. */
export const writtenEmail = (
  ctx: Context,
  prize: DrawnEntry,
  { subject, text }: { subject: string; text: string },
): Email =>
  letterOf({
    subject,
    paragraphs: text.split(/\n\s*\n/),
    action: { label: `Your prize, ${prize.title}`, url: answerLink(ctx, prize.id) },
  })
