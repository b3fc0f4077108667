import { afterEach, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { issueMonthlyBenefits } from '../benefits/commands/monthly-benefit.server.ts'
import { remindMembers } from '../notices/commands/tell-member.server.ts'
import { handleMembershipEvent, readOverdueMemberships } from '../subscriptions/sync/commands/read-membership.server.ts'
import { openBillingShop } from '../testing/billing.ts'
import { CARD_FAILING_LATER } from '../testing/subscribing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FAILED = 'Failed to process recurring billing of your Redoubt membership'
const BEGUN = 'Your Redoubt Premium membership has begun'

const { shop, at } = await openBillingShop()
afterEach(() => shop.paymentProvider.sandbox!.start())

describe('fourteen renewals', () => {
  it('fourteen renewals are one payment, one receipt and one benefit each [B-4.30] [B-11.20]', async () => {
    const user = await shop.addUser()
    const begun = await at.subscribe(user)
    for (let month = 0; month < 14; month++) {
      const { nextBillingDate } = await at.mine(await at.signInAgain(begun))
      shop.clock.set(new Date(+new Date(nextBillingDate) + HOUR))
      await at.settle()
      await issueMonthlyBenefits(shop.system)
    }
    const member = await at.signInAgain(begun)
    const rows = await at.invoiceRows(user)
    expect(rows.map(({ reason, status, amount_cents }) => [reason, status, amount_cents])).toEqual([
      ['first', 'paid', 2499],
      ...Array(14).fill(['renewal', 'paid', 2499]),
    ])
    const { items, nextCursor } = (await shop.call('/api/my/subscription/invoices', { as: member })).json
    expect(items).toHaveLength(12)
    const rest = await shop.call(`/api/my/subscription/invoices?cursor=${nextCursor}`, { as: member })
    expect(rest.json.items.map(({ reason }: { reason: string }) => reason)).toEqual(['renewal', 'renewal', 'first'])
    expect(rest.json.nextCursor).toBe(null)
    const emails = await at.emails(user)
    expect(emails.filter(subject => subject === 'Receipt: your Redoubt membership renewed, $24.99')).toHaveLength(14)
    expect(emails.filter(subject => subject === BEGUN)).toHaveLength(1)
    expect(emails, 'and the receipt of the order').toHaveLength(16)
    expect(await at.bronzeOf(member)).toBe(15)
    expect(await at.mine(member)).toMatchObject({
      status: 'active',
      lastPayment: { amount: 24.99, date: rows.at(-1)!.paid_at!.toISOString() },
      failedPayment: null,
    })
  })

  it('a yearly renewal is announced 35 days before, once', async () => {
    const user = await shop.addUser()
    const member = await at.subscribe(user, { plan: 'yearly' })
    const { nextBillingDate } = await at.mine(member)
    const remind = () => Promise.all([remindMembers(shop.system), remindMembers(shop.system)])
    const reminders = async () => (await at.emails(user)).filter(subject => subject.includes('renews on'))
    shop.clock.set(new Date(+new Date(nextBillingDate) - 36 * DAY))
    await remind()
    expect(await reminders()).toEqual([])
    shop.clock.advance(DAY + HOUR)
    await remind()
    shop.clock.advance(DAY)
    await remind()
    expect(await reminders()).toHaveLength(1)
    expect(await at.emailText(user, 'renews on')).toContain('for $299.88 a year')
  })
})

describe('a renewal that fails', () => {
  async function failingMember() {
    const user = await shop.addUser({ name: 'Sam <b>Porter</b>' })
    const begun = await at.subscribe(user, { card: CARD_FAILING_LATER })
    const { nextBillingDate } = await at.mine(begun)
    shop.clock.set(new Date(+new Date(nextBillingDate) + HOUR))
    await at.settle()
    return { user, member: await at.signInAgain(begun) }
  }
  async function waitDays(days: number) {
    shop.clock.advance(days * DAY)
    await at.settle()
  }
  const failures = async (user: TestUser) => (await at.emails(user)).filter(subject => subject === FAILED)

  it('a failing renewal pauses the benefits and names the next try and the page to pay, once for each try [B-11.20]', async () => {
    const { user, member } = await failingMember()
    expect(await at.isMember(member)).toBe(false)
    const { status, benefitsActive, nextBillingDate, failedPayment } = await at.mine(member)
    expect({ status, benefitsActive, nextBillingDate }).toEqual({
      status: 'past_due',
      benefitsActive: false,
      nextBillingDate: null,
    })
    expect(failedPayment).toMatchObject({ amount: 24.99, tries: 1, isLastTry: false, payUrl: expect.any(String) })
    const threeDays = +new Date(failedPayment.nextTry) - +shop.clock.now()
    expect(Math.round(threeDays / DAY)).toBe(3)
    const text = await at.emailText(user, FAILED)
    expect(text).toContain('We try again on ')
    expect(text).toContain(`Pay now: ${failedPayment.payUrl}`)
    expect(text).toContain('Hello Sam <b>Porter</b>,')
    expect(await at.emailHtml(user, FAILED)).toContain('Hello Sam &lt;b&gt;Porter&lt;/b&gt;,')

    await waitDays(3)
    await waitDays(5)
    expect(await failures(user)).toHaveLength(3)
    const late = await at.signInAgain(member)
    expect((await at.mine(late)).failedPayment).toMatchObject({ tries: 3, isLastTry: true })
    expect(await at.emailText(user, FAILED)).toContain('This is the last try')
    expect(await at.bronzeOf(late), 'the month in which it began').toBe(1)
  })

  it('a failing renewal is reminded of before the last try, once, and announced when it ends unpaid [B-11.20]', async () => {
    const { user, member } = await failingMember()
    await waitDays(3)
    await waitDays(5)
    const reminders = async () => (await at.emails(user)).filter(subject => subject.startsWith('Last try on'))
    await remindMembers(shop.system)
    expect(await reminders()).toEqual([])
    await waitDays(5)
    await Promise.all([remindMembers(shop.system), remindMembers(shop.system)])
    await remindMembers(shop.system)
    expect(await reminders()).toHaveLength(1)
    await waitDays(2)
    expect(await failures(user), 'the end says what the last one would').toHaveLength(3)
    expect((await at.emails(user)).filter(subject => subject === 'Your Redoubt membership has ended')).toHaveLength(1)
    const late = await at.signInAgain(member)
    expect(await at.mine(late)).toMatchObject({ status: 'cancelled', endedUnpaid: true, failedPayment: null })
    expect((await at.begin(late)).status, 'and may subscribe again').toBe(200)
  })

  it('a retry with the same card fails again; another card pays, is confirmed once, and restores the benefits [B-8.22]', async () => {
    const { user, member } = await failingMember()
    const declined = await at.payNow(member)
    expect(declined.json).toMatchObject({ status: 402, detail: 'Failed to process recurring billing' })
    await at.putOnFile(user, 'pays')
    const answers = await Promise.all([at.payNow(member), at.payNow(member), at.payNow(member)])
    expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 409)).toEqual([])
    await at.settle()
    const back = await at.signInAgain(member)
    expect(await at.isMember(back)).toBe(true)
    expect(await at.mine(back)).toMatchObject({ status: 'active', failedPayment: null })
    expect((await at.invoiceRows(user)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    const thanks = (await at.emails(user)).filter(subject => subject.startsWith('Thank you'))
    expect(thanks).toEqual(['Thank you: your Redoubt membership is paid, $24.99'])
    expect(await failures(user)).toHaveLength(1)
    expect(await at.bronzeOf(back), 'with the benefit of the month').toBe(2)
    expect((await at.payNow(back)).json.code).toBe('nothing_due')
  })

  it('a later successful try restores the benefits', async () => {
    const { user, member } = await failingMember()
    await at.putOnFile(user, 'pays')
    await waitDays(3)
    expect(await at.isMember(member)).toBe(true)
    expect((await at.emails(user)).filter(subject => subject.startsWith('Thank you'))).toHaveLength(1)
  })

  it('the end writes the unpaid renewal off, so that its page takes no money [B-11.59]', async () => {
    const { user, member } = await failingMember()
    const [{ id }] = (await shop.call('/api/my/subscription/invoices', { as: member })).json.items
    for (const days of [3, 5, 7]) await waitDays(days)
    const late = await at.signInAgain(member)
    const { items } = (await shop.call('/api/my/subscription/invoices', { as: late })).json
    expect(items).toMatchObject([
      { id, reason: 'renewal', status: 'closed' },
      { reason: 'first', status: 'paid' },
    ])
    await at.putOnFile(user, 'pays')
    await expect(shop.system.payments.payInvoice(id)).rejects.toMatchObject({ kind: 'invalid' })
    await at.settle()
    expect((await at.emails(user)).filter(subject => subject.startsWith('Thank you'))).toEqual([])
  })

  it('a failing membership is cancelled without the message for unpaid ones', async () => {
    const { user, member } = await failingMember()
    expect((await at.cancel(member)).json.subscription).toMatchObject({ status: 'cancelled', endedUnpaid: false })
    await at.settle()
    expect(
      (await at.emails(user)).filter(subject => subject.includes('cancelled') || subject.includes('ended')),
    ).toEqual(['Your Redoubt membership is cancelled'])
  })
})

describe('webhooks', () => {
  const shuffled = <T>(items: T[], seed: number): T[] =>
    items
      .map((item, index) => [Math.sin(seed + index * 7919) * 1e4, item] as const)
      .sort(([a], [b]) => (a % 1) - (b % 1))
      .map(([, item]) => item)

  it.each(firstOf([1, 2, 3]))(
    'webhooks repeated, shuffled and days late end the same, with each e-mail once (seed %i)',
    async seed => {
      const user = await shop.addUser()
      const begun = await at.subscribe(user)
      await at.loseWebhooks()
      const subscriptionId = await at.providerId(user)
      for (let month = 0; month < 2; month++) {
        shop.clock.advance(32 * DAY)
        await shop.paymentProvider.sandbox!.runDue()
      }
      shop.clock.advance(4 * DAY)
      const events = await at.eventsOf(subscriptionId)
      expect(events.length).toBeGreaterThan(5)
      const deliveries = events.flatMap((event, index) => Array<string>(1 + ((seed + index * 3) % 10)).fill(event))
      for (const payload of shuffled(deliveries, seed)) expect((await at.deliver(payload)).status).toBe(200)
      await shop.settleJobs()
      // The queue may run a job twice.
      await Promise.all(
        Array.from({ length: 10 }, () =>
          handleMembershipEvent(shop.system, { type: 'customer.subscription.updated', objectId: subscriptionId }),
        ),
      )
      const member = await at.signInAgain(begun)
      expect(await at.mine(member)).toMatchObject({ status: 'active', lastPayment: { amount: 24.99 } })
      expect((await at.invoiceRows(user)).map(({ reason, status }) => `${reason} ${status}`)).toEqual([
        'first paid',
        'renewal paid',
        'renewal paid',
      ])
      const receipts = (await at.emails(user)).filter(subject => subject.startsWith('Receipt: '))
      expect(receipts, 'one is older than a receipt may be').toHaveLength(1)
    },
  )

  it('the reader of overdue memberships makes up for webhooks that never came [B-11.22]', async () => {
    const user = await shop.addUser()
    const begun = await at.subscribe(user)
    await at.loseWebhooks()
    shop.clock.advance(32 * DAY)
    await shop.paymentProvider.sandbox!.runDue()
    await Promise.all([readOverdueMemberships(shop.system), readOverdueMemberships(shop.system)])
    await shop.settleJobs()
    expect(await at.mine(await at.signInAgain(begun))).toMatchObject({ status: 'active' })
    expect((await at.emails(user)).filter(subject => subject.startsWith('Receipt: '))).toHaveLength(1)
  })
})
