import { type Email, letterOf } from '#features/notifications/letter.ts'
import type { Cents } from '#platform/money.ts'
import { SHOP_ZONE } from '#platform/shop-day.ts'
import { formatMoney } from '#ui/format-money.ts'
import { type PlanName, YEARLY_NOTICE_DAYS } from './rules.ts'

/** E-mails about a membership. Each states the event, the cost and the options, and advertises nothing. */

/** The recipient's name, and the shop's address for the links. */
export type Reader = { name: string; origin: string }

/** Dates in the official zone of the giveaways, because the server does not know the reader's zone. */
const DAY = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: SHOP_ZONE,
})
const day = (at: Date) => DAY.format(at)
const each = (plan: PlanName) => (plan === 'yearly' ? 'a year' : 'a month')

const NO_LONGER_WANTED = 'You can cancel at any time in your dashboard, in two clicks.'

function letter({ name, origin }: Reader, subject: string, sentences: string[], label: string, url?: string): Email {
  const action = { label, url: url ?? `${origin}/dashboard?tab=subscription` }
  return letterOf({ subject, paragraphs: [`Hello ${name},`, ...sentences], action })
}

type Begun = { plan: PlanName; priceCents: Cents; renewsAt: Date; benefits: readonly string[] }

/** Benefits, price, renewal date and the way to cancel: the disclosures that a recurring purchase needs. */
export const begunEmail = (to: Reader, { plan, priceCents, renewsAt, benefits }: Begun): Email =>
  letter(
    to,
    'Your Redoubt Premium membership has begun',
    [
      'welcome to Premium. This is what it gives you:',
      ...benefits.map(benefit => `• ${benefit}`),
      `It renews by itself on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}, charged to the card you paid with.`,
      NO_LONGER_WANTED,
    ],
    'See your membership',
  )

type Paid = { plan: PlanName; amountCents: Cents; paidAt: Date; from: Date; until: Date; invoiceUrl: string | null }

const paidFor = ({ plan, amountCents, paidAt, from, until }: Paid) =>
  `We charged ${formatMoney(amountCents)} on ${day(paidAt)} for your ${plan} membership from ${day(from)} to ${day(until)}.`

/** Receipt of a renewal. */
export const renewedEmail = (to: Reader, paid: Paid): Email =>
  letter(
    to,
    `Receipt: your Redoubt membership renewed, ${formatMoney(paid.amountCents)}`,
    [`your Premium membership has renewed. ${paidFor(paid)}`, NO_LONGER_WANTED],
    paid.invoiceUrl ? 'See the invoice' : 'See your membership',
    paid.invoiceUrl ?? undefined,
  )

/** Receipt of a renewal that failed before. */
export const recoveredEmail = (to: Reader, paid: Paid): Email =>
  letter(
    to,
    `Thank you: your Redoubt membership is paid, ${formatMoney(paid.amountCents)}`,
    [
      'thank you, the payment went through and your benefits are back.',
      paidFor(paid),
      'The benefit of this calendar month comes with them, if you have not had it.',
    ],
    'See your membership',
  )

type Failed = { amountCents: Cents; nextTry: Date | null; isLast: boolean; payUrl: string | null }

/** A failed try at a renewal. */
export const failedEmail = (to: Reader, { amountCents, nextTry, isLast, payUrl }: Failed): Email =>
  letter(
    to,
    'Failed to process recurring billing of your Redoubt membership',
    [
      `we could not charge ${formatMoney(amountCents)} for the renewal of your Premium membership. Your benefits are paused until it is paid.`,
      nextTry
        ? `We try again on ${day(nextTry)}.${isLast ? ' That is the last try: if it fails, your membership ends.' : ''}`
        : 'It will not be tried again by itself.',
      `You can pay now, or change your card in your dashboard: ${to.origin}/dashboard?tab=subscription`,
      'If you no longer want the membership, cancel it there and nothing is charged.',
    ],
    'Pay now',
    payUrl ?? undefined,
  )

/** Reminder some days before the last try. */
export const lastTryEmail = (to: Reader, { amountCents, nextTry, payUrl }: Failed & { nextTry: Date }): Email =>
  letter(
    to,
    `Last try on ${day(nextTry)}: your Redoubt membership is not paid`,
    [
      `the renewal of your Premium membership, ${formatMoney(amountCents)}, is still not paid. On ${day(nextTry)} we try for the last time; if that fails, your membership ends.`,
      `To keep it, pay now or change your card in your dashboard: ${to.origin}/dashboard?tab=subscription`,
    ],
    'Pay now',
    payUrl ?? undefined,
  )

export const endedUnpaidEmail = (to: Reader, endedAt: Date): Email =>
  letter(
    to,
    'Your Redoubt membership has ended',
    [
      `your Premium membership ended on ${day(endedAt)}, because its renewal could not be charged. Nothing more will be charged.`,
      'The credits that you have stay yours, and you can subscribe again at any time.',
    ],
    'Subscribe again',
  )

/** @param endsAt end of the benefits. @param isNow the benefits have already ended. */
export const cancelledEmail = (to: Reader, { endsAt, isNow }: { endsAt: Date; isNow: boolean }): Email =>
  letter(
    to,
    'Your Redoubt membership is cancelled',
    isNow
      ? [
          `your Premium membership and its benefits ended on ${day(endsAt)}. Nothing more will be charged.`,
          'The credits that you have stay yours.',
        ]
      : [
          `your Premium membership is cancelled and will not renew. You keep its benefits until ${day(endsAt)}; nothing more will be charged.`,
          `Should you change your mind, you can resume it until ${day(endsAt)}.`,
        ],
    'See your membership',
  )

type Renewal = { plan: PlanName; priceCents: Cents; renewsAt: Date }

/** @param renewal null for a membership without billing. */
export const resumedEmail = (to: Reader, renewal: Renewal | null): Email =>
  letter(
    to,
    'Your Redoubt membership goes on',
    [
      'you resumed your Premium membership, so your benefits go on.',
      ...(renewal
        ? [`It renews on ${day(renewal.renewsAt)} for ${formatMoney(renewal.priceCents)} ${each(renewal.plan)}.`]
        : []),
      NO_LONGER_WANTED,
    ],
    'See your membership',
  )

/** Change of plan, paid just now. */
export const planChangedEmail = (to: Reader, paid: Paid): Email =>
  letter(
    to,
    `Your Redoubt membership is ${paid.plan} now`,
    [
      `you changed the plan of your Premium membership. What was left of the plan before is taken off. ${paidFor(paid)}`,
      NO_LONGER_WANTED,
    ],
    paid.invoiceUrl ? 'See the invoice' : 'See your membership',
    paid.invoiceUrl ?? undefined,
  )

/** Change of plan from the end of the running period. */
export const planWillChangeEmail = (to: Reader, { plan, priceCents, renewsAt }: Renewal): Email =>
  letter(
    to,
    `Your Redoubt membership becomes ${plan} on ${day(renewsAt)}`,
    [
      `you changed the plan of your Premium membership. What you have paid for runs to ${day(renewsAt)}; from then on it is ${formatMoney(priceCents)} ${each(plan)}. Nothing is charged before.`,
      'Until then you can take the change back in your dashboard.',
    ],
    'See your membership',
  )

/** A scheduled change of plan was dropped. */
export const planStaysEmail = (to: Reader, { plan, priceCents, renewsAt }: Renewal): Email =>
  letter(
    to,
    `Your Redoubt membership stays ${plan}`,
    [
      `you took back the change of plan. Your Premium membership renews on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}.`,
    ],
    'See your membership',
  )

/** Notice well before a yearly renewal (`YEARLY_NOTICE_DAYS`), which several states require by law. */
export const renewalComesEmail = (to: Reader, { plan, priceCents, renewsAt }: Renewal): Email =>
  letter(
    to,
    `Your Redoubt membership renews on ${day(renewsAt)}`,
    [
      `your Premium membership renews by itself on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}. We tell you about ${YEARLY_NOTICE_DAYS} days ahead, so that there is time to decide.`,
      'If you want to keep it, you need not do anything. If not, cancel it in your dashboard before that day, in two clicks, and nothing is charged.',
    ],
    'See or cancel your membership',
  )

/** The shopper paid for a second membership while the first was running. */
export const secondEmail = (to: Reader, amountCents: Cents): Email =>
  letter(
    to,
    'You were already a member: your second Redoubt membership was ended',
    [
      `you paid ${formatMoney(amountCents)} for a Premium membership although you have one that runs. We ended the second one at once; yours goes on unchanged.`,
      'What you paid for the second one goes back to your card. You will hear from us when it is on its way.',
    ],
    'See your membership',
  )
