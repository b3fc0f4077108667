import { defineEmail, greetingOf, nameless } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'
import { shopFormat } from '#kernel/values/clock/shop-format.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { type PlanName, YEARLY_NOTICE_DAYS } from './rules.ts'

/** E-mails about a membership. Each states the event, the cost and the options, and advertises nothing. */

type Named<Data = object> = Data & { name: string }

/** Dates in the official zone of the giveaways, because the server does not know the reader's zone. */
const day = shopFormat({ dateStyle: 'long' })
const each = (plan: PlanName) => (plan === 'yearly' ? 'a year' : 'a month')

const NO_LONGER_WANTED = 'You can cancel at any time in your dashboard, in two clicks.'
const dashboard = ({ origin }: DataContext) => `${origin}/dashboard?tab=subscription`

const MOMENT = new Date('2026-03-02T18:00:00Z')
const RENEWAL = { name: 'Sam', plan: 'yearly' as const, priceCents: 29988, renewsAt: MOMENT }
const PAID = {
  name: 'Sam',
  plan: 'monthly' as const,
  amountCents: 2499,
  paidAt: MOMENT,
  from: MOMENT,
  until: new Date('2026-04-02T18:00:00Z'),
  invoiceUrl: 'https://pay.example/invoice',
}
const FAILED = { name: 'Sam', amountCents: 2499, nextTry: MOMENT, isLast: true, payUrl: 'https://pay.example/invoice' }

type Begun = { plan: PlanName; priceCents: Cents; renewsAt: Date; benefits: readonly string[] }

/** Benefits, price, renewal date and the way to cancel: the disclosures that a recurring purchase needs. */
export const begunEmail = defineEmail({
  preview: { ...RENEWAL, benefits: ['Members-only giveaways'] },
  write: (ctx, { name, plan, priceCents, renewsAt, benefits }: Named<Begun>) => ({
    subject: `Your ${ctx.settings.brand.name} Premium membership has begun`,
    body: [
      greetingOf(name),
      'welcome to Premium. This is what it gives you:',
      ...benefits.map(benefit => `• ${benefit}`),
      `It renews automatically on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}, charged to the card you paid with.`,
      NO_LONGER_WANTED,
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

type Paid = { plan: PlanName; amountCents: Cents; paidAt: Date; from: Date; until: Date; invoiceUrl: string | null }

const paidFor = ({ plan, amountCents, paidAt, from, until }: Paid) =>
  `We charged ${formatMoney(amountCents)} on ${day(paidAt)} for your ${plan} membership from ${day(from)} to ${day(until)}.`

/** Receipt of a renewal. */
export const renewedEmail = defineEmail({
  preview: PAID,
  write: (ctx, paid: Named<Paid>) => ({
    subject: `Receipt: your ${ctx.settings.brand.name} membership renewed, ${formatMoney(paid.amountCents)}`,
    body: [greetingOf(paid.name), `your Premium membership has renewed. ${paidFor(paid)}`, NO_LONGER_WANTED],
    action: {
      label: paid.invoiceUrl ? 'See the invoice' : 'See your membership',
      url: paid.invoiceUrl ?? dashboard(ctx),
    },
  }),
  unproven: nameless,
})

/** Receipt of a renewal that failed before. */
export const recoveredEmail = defineEmail({
  preview: PAID,
  write: (ctx, paid: Named<Paid>) => ({
    subject: `Thank you: your ${ctx.settings.brand.name} membership is paid, ${formatMoney(paid.amountCents)}`,
    body: [
      greetingOf(paid.name),
      'thank you, the payment went through and your benefits are back.',
      paidFor(paid),
      'This month’s benefit follows if you have not received it yet.',
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

type Failed = { amountCents: Cents; nextTry: Date | null; isLast: boolean; payUrl: string | null }

/** A failed try at a renewal. */
export const failedEmail = defineEmail({
  preview: FAILED,
  write: (ctx, { name, amountCents, nextTry, isLast, payUrl }: Named<Failed>) => ({
    subject: `Failed to process recurring billing of your ${ctx.settings.brand.name} membership`,
    body: [
      greetingOf(name),
      `we could not charge ${formatMoney(amountCents)} for the renewal of your Premium membership. Your benefits are paused until it is paid.`,
      nextTry
        ? `We try again on ${day(nextTry)}.${isLast ? ' This is the last try: if it fails, your membership ends.' : ''}`
        : 'It will not be retried automatically.',
      `You can pay now, or change your card in your dashboard: ${dashboard(ctx)}`,
      'If you no longer want the membership, cancel it there and nothing is charged.',
    ],
    action: { label: 'Pay now', url: payUrl ?? dashboard(ctx) },
  }),
  unproven: nameless,
})

/** Reminder some days before the last try. */
export const lastTryEmail = defineEmail({
  preview: FAILED,
  write: (ctx, { name, amountCents, nextTry, payUrl }: Named<Failed & { nextTry: Date }>) => ({
    subject: `Last try on ${day(nextTry)}: your ${ctx.settings.brand.name} membership is not paid`,
    body: [
      greetingOf(name),
      `the renewal of your Premium membership, ${formatMoney(amountCents)}, is still not paid. On ${day(nextTry)} we try for the last time; if that fails, your membership ends.`,
      `To keep it, pay now or change your card in your dashboard: ${dashboard(ctx)}`,
    ],
    action: { label: 'Pay now', url: payUrl ?? dashboard(ctx) },
  }),
  unproven: nameless,
})

export const endedUnpaidEmail = defineEmail({
  preview: { name: 'Sam', endedAt: MOMENT },
  write: (ctx, { name, endedAt }: Named<{ endedAt: Date }>) => ({
    subject: `Your ${ctx.settings.brand.name} membership has ended`,
    body: [
      greetingOf(name),
      `your Premium membership ended on ${day(endedAt)}, because its renewal could not be charged. Nothing more will be charged.`,
      'You keep the credits you have, and you can subscribe again at any time.',
    ],
    action: { label: 'Subscribe again', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

/** `endsAt`: end of the benefits. `isNow`: the benefits have already ended. */
export const cancelledEmail = defineEmail({
  preview: { name: 'Sam', endsAt: MOMENT, isNow: false },
  write: (ctx, { name, endsAt, isNow }: Named<{ endsAt: Date; isNow: boolean }>) => ({
    subject: `Your ${ctx.settings.brand.name} membership is cancelled`,
    body: [
      greetingOf(name),
      ...(isNow
        ? [
            `your Premium membership and its benefits ended on ${day(endsAt)}. Nothing more will be charged.`,
            'You keep the credits you have.',
          ]
        : [
            `your Premium membership is cancelled and will not renew. You keep its benefits until ${day(endsAt)}; nothing more will be charged.`,
            `If you change your mind, you can resume it until ${day(endsAt)}.`,
          ]),
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

type Renewal = { plan: PlanName; priceCents: Cents; renewsAt: Date }

/** `renewal`: null for a membership without billing. */
export const resumedEmail = defineEmail({
  preview: { name: 'Sam', renewal: RENEWAL },
  write: (ctx, { name, renewal }: Named<{ renewal: Renewal | null }>) => ({
    subject: `Your ${ctx.settings.brand.name} membership continues`,
    body: [
      greetingOf(name),
      'you resumed your Premium membership, so your benefits continue.',
      ...(renewal
        ? [`It renews on ${day(renewal.renewsAt)} for ${formatMoney(renewal.priceCents)} ${each(renewal.plan)}.`]
        : []),
      NO_LONGER_WANTED,
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

/** Change of plan, paid just now. */
export const planChangedEmail = defineEmail({
  preview: PAID,
  write: (ctx, paid: Named<Paid>) => ({
    subject: `Your ${ctx.settings.brand.name} membership is ${paid.plan} now`,
    body: [
      greetingOf(paid.name),
      `you changed the plan of your Premium membership. The rest of your previous plan is deducted. ${paidFor(paid)}`,
      NO_LONGER_WANTED,
    ],
    action: {
      label: paid.invoiceUrl ? 'See the invoice' : 'See your membership',
      url: paid.invoiceUrl ?? dashboard(ctx),
    },
  }),
  unproven: nameless,
})

/** Change of plan from the end of the running period. */
export const planWillChangeEmail = defineEmail({
  preview: RENEWAL,
  write: (ctx, { name, plan, priceCents, renewsAt }: Named<Renewal>) => ({
    subject: `Your ${ctx.settings.brand.name} membership becomes ${plan} on ${day(renewsAt)}`,
    body: [
      greetingOf(name),
      `you changed the plan of your Premium membership. Your paid period runs until ${day(renewsAt)}; from then on it is ${formatMoney(priceCents)} ${each(plan)}. Nothing is charged before.`,
      'Until then you can undo the change in your dashboard.',
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

/** A scheduled change of plan was dropped. */
export const planStaysEmail = defineEmail({
  preview: RENEWAL,
  write: (ctx, { name, plan, priceCents, renewsAt }: Named<Renewal>) => ({
    subject: `Your ${ctx.settings.brand.name} membership stays ${plan}`,
    body: [
      greetingOf(name),
      `you undid the change of plan. Your Premium membership renews on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}.`,
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

/** Notice well before a yearly renewal (`YEARLY_NOTICE_DAYS`), which several states require by law. */
export const renewalComesEmail = defineEmail({
  preview: RENEWAL,
  write: (ctx, { name, plan, priceCents, renewsAt }: Named<Renewal>) => ({
    subject: `Your ${ctx.settings.brand.name} membership renews on ${day(renewsAt)}`,
    body: [
      greetingOf(name),
      `your Premium membership renews automatically on ${day(renewsAt)} for ${formatMoney(priceCents)} ${each(plan)}. We tell you about ${YEARLY_NOTICE_DAYS} days ahead, so that there is time to decide.`,
      'To keep it, you do not need to do anything. If not, cancel it in your dashboard before that day, in two clicks, and nothing is charged.',
    ],
    action: { label: 'See or cancel your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})

/** The shopper paid for a second membership while the first was running. */
export const secondEmail = defineEmail({
  preview: { name: 'Sam', amountCents: 2499 },
  write: (ctx, { name, amountCents }: Named<{ amountCents: Cents }>) => ({
    subject: `You were already a member: your second ${ctx.settings.brand.name} membership was ended`,
    body: [
      greetingOf(name),
      `you paid ${formatMoney(amountCents)} for a Premium membership although you already have one. We ended the second one right away; your membership continues unchanged.`,
      'We refund the second payment to your card, and write to you when it is on its way.',
    ],
    action: { label: 'See your membership', url: dashboard(ctx) },
  }),
  unproven: nameless,
})
