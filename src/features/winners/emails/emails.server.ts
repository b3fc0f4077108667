import { html } from 'hono/html'
import type { DrawnEntry } from '#features/draws/queries/winners.server.ts'
import { ANSWER_DAYS } from '#features/giveaways/giveaway/rules.ts'
import { defineEmail, greetingOf, link, nameless, paragraphsOf } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'
import { placeInWords, plainPlace } from '#kernel/shipping/place-in-words.ts'
import { shopFormat } from '#kernel/values/clock/shop-format.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { PAPER_WORDS, type PaperKind } from '../rules.ts'
import { answerLink } from './answer-link.server.ts'

/** Dates in e-mails are in the shop's zone, like the closing times. */
const dayOf = shopFormat({ dateStyle: 'full' })
const monthDayOf = shopFormat({ month: 'long', day: 'numeric' })

type Prize = Pick<DrawnEntry, 'id' | 'name' | 'title' | 'slug' | 'slot'>

const PRIZE: Prize = { id: '01', name: 'Sam', title: 'Field Kit', slug: 'field-kit', slot: 18 }

const namelessPrize = <Data extends { prize: Prize }>(data: Data): Data => ({ ...data, prize: nameless(data.prize) })

const answer = (ctx: DataContext, prize: Prize) => ({ label: 'Answer here', url: answerLink(ctx, prize.id) })

type Asked = { prize: Prize; answerBy: Date }

/** To a new winner. The rules give the winner 7 days to answer. */
export const noticeEmail = defineEmail({
  preview: { prize: PRIZE, answerBy: new Date('2026-03-02T18:00:00Z') },
  write: (ctx, { prize, answerBy }: Asked) => ({
    subject: `${withFullStop(`You won ${prize.title}`)} Confirm your address by ${monthDayOf(answerBy)}`,
    body: [
      greetingOf(prize.name),
      withFullStop(`slot ${prize.slot} was drawn: you have won ${prize.title}`),
      `Please accept the prize and confirm your address within ${ANSWER_DAYS} days, by ${dayOf(answerBy)}. After that it goes to the next entry in the drawn order, as the rules say.`,
      html`<p>${link(`${ctx.origin}/giveaways/${prize.slug}#result`, 'How the draw was done, and how to check it')}</p>`,
      'We never ask for a payment, a password or a social security number to hand over a prize.',
    ],
    action: answer(ctx, prize),
  }),
  unproven: namelessPrize,
})

export const reminderEmail = defineEmail({
  preview: { prize: PRIZE, answerBy: new Date('2026-03-02T18:00:00Z') },
  write: (ctx, { prize, answerBy }: Asked) => ({
    subject: `Your prize is waiting: ${prize.title}`,
    body: [
      greetingOf(prize.name),
      `you won ${prize.title} with slot ${prize.slot}, and we have not heard from you yet.`,
      `Please answer by ${dayOf(answerBy)}. After that the prize goes to the next entry in the drawn order.`,
    ],
    action: answer(ctx, prize),
  }),
  unproven: namelessPrize,
})

const HOW_TO_SEND: Record<PaperKind, string> = {
  'tax-form': `${PAPER_WORDS['tax-form']} (irs.gov/FormW9). We report prizes of this value to the IRS. Fill it in on the page of your prize, or send it by mail, never by e-mail.`,
  affidavit: `${PAPER_WORDS.affidavit}. Save it on the page of your prize, sign it and return it by mail.`,
}

type Accepted = { prize: Prize; papers: readonly PaperKind[]; place: string }

/** After the winner accepted: the next steps and the papers that the prize requires. */
export const acceptedEmail = defineEmail({
  preview: { prize: PRIZE, papers: ['tax-form' as const], place: 'Provo, UT 84601' },
  write: (ctx, { prize, papers, place }: Accepted) => ({
    subject: `Your prize: ${prize.title}`,
    body: [
      greetingOf(prize.name),
      `thank you. ${withFullStop(`${prize.title} is yours, and goes to ${placeInWords(place)}`)} That is not yours? Please reply to this e-mail at once.`,
      ...(papers.length > 0
        ? [
            'Before we can send a prize of this value, we need:',
            ...papers.map(kind => HOW_TO_SEND[kind]),
            `Our address: ${ctx.settings.contact.company}, ${ctx.settings.contact.address.join(', ')}`,
          ]
        : ['We send it within a few days, and write to you when it leaves.']),
    ],
    action: { label: 'See your prize, or correct the address', url: answerLink(ctx, prize.id) },
  }),
  unproven: (data: Accepted) => ({ ...namelessPrize(data), place: plainPlace(data.place) }),
})

type Changed = {
  prize: Prize
  sentences: readonly string[]
  place: string | null
  /** The person who made the change. */
  by: string
  /** The link with the key, for the winner's own mailbox alone. */
  link: string | null
}

/** The e-mail to every known contact of a winner after a change of the prize, because another person or staff may have made it. */
export const prizeChangedEmail = defineEmail({
  preview: {
    prize: PRIZE,
    sentences: ['Its address was changed.'],
    place: 'Provo, UT 84601',
    by: 'Our staff did this.',
    link: 'https://shop.example/prizes/01#key',
  },
  write: (ctx, { prize, sentences, place, by, link: own }: Changed) => ({
    subject: `A change of your prize: ${prize.title}`,
    body: [
      greetingOf(prize.name),
      withFullStop(`this is about ${prize.title}, which you won with slot ${prize.slot}`),
      [...sentences, by].join(' '),
      ...(place ? [`It goes to ${placeInWords(place)}.`] : []),
      'You did not ask for this? Please reply to this e-mail or write to us on the site at once.',
    ],
    action: own
      ? { label: 'See your prize', url: own }
      : { label: 'See the giveaway', url: `${ctx.origin}/giveaways/${prize.slug}` },
  }),
  unproven: (data: Changed) => ({ ...namelessPrize(data), place: data.place && plainPlace(data.place) }),
})

type Parcel = { carrier: string; trackingNumber: string | null; trackingUrl: string | null }

type Sent = Parcel & { prize: Prize; place: string }

export const shippedEmail = defineEmail({
  preview: {
    ...{ prize: PRIZE, place: 'Provo, UT 84601' },
    ...{ carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: 'https://ups.example/1Z999' },
  },
  write: (ctx, { prize, carrier, trackingNumber, trackingUrl, place }: Sent) => ({
    subject: `Your prize is on its way: ${prize.title}`,
    body: [
      greetingOf(prize.name),
      `${withFullStop(`${prize.title} left us with ${carrier}, to ${placeInWords(place)}`)}${trackingNumber ? ` Tracking number: ${trackingNumber}.` : ''}`,
      ...(trackingUrl ? [html`<p>${link(trackingUrl, 'Track it')}</p>`] : []),
    ],
    action: { label: 'Your prize', url: answerLink(ctx, prize.id) },
  }),
  unproven: (data: Sent) => ({ ...namelessPrize(data), place: plainPlace(data.place) }),
})

/** Text written by staff; an empty line starts a paragraph. */
export const writtenEmail = defineEmail({
  preview: { prize: PRIZE, subject: 'Which size?', text: 'We have M and L.\n\nWhich one?' },
  write: (ctx, { prize, subject, text }: { prize: Prize; subject: string; text: string }) => ({
    subject,
    body: paragraphsOf(text),
    action: { label: `Your prize, ${prize.title}`, url: answerLink(ctx, prize.id) },
  }),
  unproven: 'no words',
})
