import { seedSubscriptions } from '@redoubt/stripe-sandbox/seed'
import { CARDS } from '@redoubt/stripe-sandbox/testing'
import { describe, expect, it } from 'vitest'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()

const YEARLY = { interval: 'year', amountCents: 24_900, name: 'Premium, Yearly' } as const
const MONTHLY = { interval: 'month', amountCents: 2499, name: 'Premium, Monthly' } as const
const change = (plan: typeof YEARLY | typeof MONTHLY) => ({ ...plan, idempotencyKey: crypto.randomUUID() })
const invoicesOf = async (id: string) => (await shop.payments.listInvoices({ subscriptionId: id })).items

describe('to a longer interval', () => {
  it('charges the new price less the unused rest, just as the preview said, and begins a year', async () => {
    const { id } = await shop.join(CARDS.pays)
    // Ten of the thirty days from November 20 to December 20 are used: 24.99 × 20 / 30 = 16.66 are credited, 249.00 - 16.66 = 232.34.
    await shop.advance(10)
    const preview = await shop.payments.previewPlanChange(id, YEARLY)
    expect(preview).toMatchObject({ amountDueCents: 23_234, creditCents: 1666, at: new Date('2026-11-30T12:00:00Z') })
    shop.clock.now = new Date(+shop.clock.now + 90_000)
    const changed = await shop.payments.changePlan(id, { ...change(YEARLY), at: preview.at })
    expect(changed).toMatchObject({
      status: 'active',
      interval: 'year',
      amountCents: 24_900,
      periodStart: new Date('2026-11-30T12:01:30Z'),
      periodEnd: new Date('2027-11-30T12:01:30Z'),
      nextPlan: null,
    })
    const [bill] = await invoicesOf(id)
    expect(bill).toMatchObject({
      id: changed.latestInvoiceId,
      reason: 'plan_change',
      status: 'paid',
      amountPaidCents: 23_234,
      periodEnd: changed.periodEnd,
    })
    expect(await invoicesOf(id)).toHaveLength(2)
    await shop.advance(366)
    const [renewal] = await invoicesOf(id)
    expect(renewal).toMatchObject({ reason: 'renewal', amountPaidCents: 24_900 })
  })

  it('is done and charged once for concurrent and repeated calls', async () => {
    const { id } = await shop.join(CARDS.pays)
    const same = change(YEARLY)
    shop.sandbox.trouble.plan('POST /v1/subscriptions/*', 'lost')
    await expect(shop.payments.changePlan(id, same)).rejects.toMatchObject({ kind: 'unreachable' })
    const again = await Promise.all(Array.from({ length: 8 }, () => shop.payments.changePlan(id, same)))
    expect(new Set(again.map(({ interval }) => interval))).toEqual(new Set(['year']))
    expect(await invoicesOf(id)).toHaveLength(2)
  })

  it('is charged once when two tabs ask for it under keys of their own', async () => {
    const { id } = await shop.join(CARDS.pays)
    const tabs = await Promise.all(Array.from({ length: 6 }, () => shop.payments.changePlan(id, change(YEARLY))))
    expect(new Set(tabs.map(({ interval }) => interval))).toEqual(new Set(['year']))
    expect(await invoicesOf(id)).toHaveLength(2)
  })

  it('changes nothing when the card is declined', async () => {
    const { id } = await shop.join(CARDS.paysOnce)
    const before = await shop.payments.readSubscription(id)
    const declined = shop.payments.changePlan(id, change(YEARLY))
    await expect(declined).rejects.toMatchObject({ kind: 'declined', message: 'Your card was declined.' })
    expect(await shop.payments.readSubscription(id)).toEqual(before)
    expect(await invoicesOf(id)).toHaveLength(1)
  })
})

it('a plan change works on a subscription of the demo’s past', async () => {
  const startedAt = new Date(+shop.clock.now - 40 * 86_400_000)
  const past = { email: 'ada@redoubt.test', name: 'Ada Byron', planName: 'Premium membership', startedAt }
  const [monthly, yearly] = await seedSubscriptions(
    shop.pool,
    [
      { ...past, interval: 'month', amountCents: 2499 },
      { ...past, interval: 'year', amountCents: 24_900 },
    ],
    shop.clock.now,
  )
  const { amountDueCents, at } = await shop.payments.previewPlanChange(monthly!.id, YEARLY)
  const changed = await shop.payments.changePlan(monthly!.id, { ...change(YEARLY), at })
  expect((await shop.payments.readInvoice(changed.latestInvoiceId!)).amountPaidCents).toBe(amountDueCents)
  const { nextPlan } = await shop.payments.changePlan(yearly!.id, change(MONTHLY))
  expect(nextPlan).toMatchObject({ interval: 'month', startsAt: yearly!.periods.at(-1)!.end })
})

describe('to a shorter interval', () => {
  it('waits for the end of what is paid for, then bills the new price each month', async () => {
    const { id } = await shop.join(CARDS.pays, { interval: 'year' } as never)
    const before = await shop.payments.readSubscription(id)
    expect(await shop.payments.previewPlanChange(id, MONTHLY)).toEqual({
      amountDueCents: 0,
      creditCents: 0,
      at: before.periodEnd,
    })
    const waiting = { interval: 'month', amountCents: 2499, startsAt: before.periodEnd }
    expect(await shop.payments.changePlan(id, change(MONTHLY))).toMatchObject({ interval: 'year', nextPlan: waiting })
    const { items } = await shop.payments.listSubscriptions({})
    expect(items.find(subscription => subscription.id === id)?.nextPlan).toEqual(waiting)
    expect(await invoicesOf(id)).toHaveLength(1)
    await shop.advance(366)
    const changed = await shop.payments.readSubscription(id)
    expect(changed).toMatchObject({ interval: 'month', periodStart: before.periodEnd, nextPlan: null })
    await shop.advance(31)
    expect((await invoicesOf(id)).map(bill => bill.amountPaidCents)).toEqual([2499, 2499, 2499])
    expect((await shop.stripe.subscriptions.retrieve(id)).schedule).toBeNull()
  })

  it('continues from a schedule whose answer was lost, and can be changed again', async () => {
    const { id } = await shop.join(CARDS.pays, { interval: 'year' } as never)
    shop.sandbox.trouble.plan('POST /v1/subscription_schedules', 'lost')
    const same = change(MONTHLY)
    await expect(shop.payments.changePlan(id, same)).rejects.toMatchObject({ kind: 'unreachable' })
    expect((await shop.payments.readSubscription(id)).nextPlan).toBeNull()
    expect((await shop.payments.changePlan(id, same)).nextPlan).toMatchObject({ interval: 'month' })
    const cheaper = { ...change(MONTHLY), amountCents: 1999 }
    expect((await shop.payments.changePlan(id, cheaper)).nextPlan).toMatchObject({ amountCents: 1999 })
  })

  it('is dropped by going back, by cancelling, and by an end at once', async () => {
    const yearly = { interval: 'year', amountCents: 2499, name: 'Premium' } as const
    const { id } = await shop.join(CARDS.pays, { interval: 'year' } as never)
    await shop.payments.changePlan(id, change(MONTHLY))
    const kept = await shop.payments.changePlan(id, { ...yearly, idempotencyKey: crypto.randomUUID() })
    expect(kept).toMatchObject({ interval: 'year', nextPlan: null, amountCents: 2499 })
    await shop.payments.changePlan(id, change(MONTHLY))
    const leaving = await shop.payments.cancelSubscription(id, { atPeriodEnd: true })
    expect(leaving).toMatchObject({ cancelAtPeriodEnd: true, nextPlan: null })
    await shop.payments.resumeSubscription(id)
    await shop.payments.changePlan(id, change(MONTHLY))
    const ended = await shop.payments.cancelSubscription(id, { atPeriodEnd: false })
    expect(ended).toMatchObject({ status: 'canceled', nextPlan: null })
    await expect(shop.payments.changePlan(id, change(YEARLY))).rejects.toMatchObject({ kind: 'invalid' })
  })
})
