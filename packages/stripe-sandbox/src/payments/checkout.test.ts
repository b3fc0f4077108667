import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { inMinutes, testShop } from '../testing/shop.ts'
import { CARDS } from '../testing/test-sandbox.ts'

const shop = await testShop()

const intentOf = ({ payment_intent }: Stripe.Checkout.Session) =>
  typeof payment_intent === 'string' ? payment_intent : payment_intent!.id

describe('a checkout session', () => {
  it('is opened, paid on its page and read back with the order and the amount', async () => {
    const { id, url } = await shop.open()
    expect(url).toBe(`http://shop.test/dev/stripe/pay/${id}`)
    const open = { id, status: 'open', payment_status: 'unpaid', amount_total: 7425, currency: 'usd' }
    expect(await shop.read(id)).toMatchObject(open)

    const answer = await shop.pay(url, CARDS.pays)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://shop.test/checkout?status=success&session_id=${id}`)
    const paid = await shop.stripe.checkout.sessions.retrieve(id)
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', amount_total: 7425 })
    const intent = await shop.stripe.paymentIntents.retrieve(intentOf(paid), { expand: ['latest_charge'] })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 7425, metadata: paid.metadata })
    expect(intent.latest_charge).toMatchObject({ paid: true, payment_method_details: { card: { last4: '4242' } } })
  })

  it('stays open when the card is declined, says why, and takes another card', async () => {
    const { id, url } = await shop.open()
    const answer = await shop.pay(url, CARDS.noFunds)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://shop.test/checkout?status=failed&session_id=${id}`)
    const declined = await shop.read(id)
    expect(declined).toMatchObject({ status: 'open', payment_status: 'unpaid' })
    const { last_payment_error } = declined.payment_intent as Stripe.PaymentIntent
    expect(last_payment_error?.message).toBe('Your card has insufficient funds.')

    expect((await shop.pay(url, CARDS.pays)).headers.get('location')).toContain('status=success')
    const paid = await shop.read(id)
    expect(paid).toMatchObject({ payment_status: 'paid', payment_intent: { last_payment_error: null } })
    expect(intentOf(paid)).toBe(intentOf(declined))
  })

  it('is paid once by fifty shoppers at once', async () => {
    const { id, url } = await shop.open()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.pay(url, CARDS.pays)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([303]))
    const payment_intent = intentOf(await shop.read(id))
    const charges = await shop.stripe.charges.list({ payment_intent })
    expect(charges.data.map(charge => charge.amount)).toEqual([7425])
    const sessions = await shop.stripe.checkout.sessions.list({ payment_intent })
    expect(sessions.data.map(session => session.id)).toEqual([id])
    const events = await shop.stripe.events.list({ type: 'checkout.session.completed', limit: 100 })
    expect(events.data.filter(event => (event.data.object as { id: string }).id === id)).toHaveLength(1)
  })

  it('answers every one of fifteen declined cards at once, each with a charge of its own', async () => {
    const { id, url } = await shop.open()
    const answers = await Promise.all(Array.from({ length: 15 }, () => shop.pay(url, CARDS.declined)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([303]))
    const payment_intent = intentOf(await shop.read(id))
    const charges = await shop.stripe.charges.list({ payment_intent, limit: 100 })
    expect(charges.data.filter(charge => charge.status === 'failed')).toHaveLength(15)
  })

  it('has a page without script or inline style that may only post to itself and the store', async () => {
    const { url } = await shop.open()
    const page = await shop.sandbox.app.request(url)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; style-src 'self'")
    expect(policy).toContain("form-action 'self' http://shop.test;")
    expect(await page.text()).not.toMatch(/<script|<style|style="/)
    const tooLong = await shop.sandbox.app.request(url, { method: 'POST', body: 'x'.repeat(600_000) })
    expect(tooLong.status).toBe(413)
  })

  it('shows a paid session as paid and sends a second payment on to the store', async () => {
    const { url } = await shop.open()
    await shop.pay(url, CARDS.pays)
    const page = await shop.sandbox.app.request(url)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('This order is paid.')
    expect((await shop.pay(url, CARDS.declined)).headers.get('location')).toContain('status=success')
  })

  it('a checkout session cannot be paid after it expired, by call or by time', async () => {
    const first = await shop.open()
    await shop.stripe.checkout.sessions.expire(first.id)
    expect((await shop.pay(first.url, CARDS.pays)).status).toBe(410)
    await expect(shop.stripe.checkout.sessions.expire(first.id)).rejects.toMatchObject({ statusCode: 400 })

    const second = await shop.open()
    const third = await shop.open()
    shop.clock.now = inMinutes(shop.clock, 61)
    expect((await shop.pay(second.url, CARDS.pays)).status).toBe(410)
    await shop.sandbox.runDue()
    expect(await shop.read(third.id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
    const expired = await shop.stripe.events.list({ type: 'checkout.session.expired' })
    const ids = expired.data.map(event => (event.data.object as { id: string }).id)
    expect(ids).toEqual(expect.arrayContaining([first.id, second.id, third.id]))
  })

  it('keeps what was typed but the security code, and names each wrong field', async () => {
    const { id, url } = await shop.open()
    const answer = await shop.pay(url, '4242 4242 4242 4241', { exp: '01/20', cvc: '98', name: '<b>Ada' })
    expect(answer.status).toBe(422)
    const html = await answer.text()
    expect(html).toContain('Your card number is invalid.')
    expect(html).toContain('expiry date is in the past.')
    expect(html).toContain('The security code has 3 digits.')
    expect(html).toContain('value="4242 4242 4242 4241"')
    expect(html).toContain('value="&lt;b&gt;Ada"')
    expect(html).not.toContain('value="98"')
    expect(await shop.read(id)).toMatchObject({ status: 'open', payment_intent: null })
  })

  it('lists its line items a page at a time', async () => {
    const { id } = await shop.open()
    const page = await shop.stripe.checkout.sessions.listLineItems(id, { limit: 2 })
    expect(page.data.map(line => line.description)).toEqual(['Patch', 'Service fee'])
    expect(page.has_more).toBe(true)
    const names: (string | null)[] = []
    for await (const line of shop.stripe.checkout.sessions.listLineItems(id, { limit: 2 })) names.push(line.description)
    expect(names).toEqual(['Patch', 'Service fee', 'Tax'])
    const session = await shop.stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] })
    expect(session.line_items?.data[0]).toMatchObject({ amount_total: 6000, price: { unit_amount: 2000 } })
  })
})
