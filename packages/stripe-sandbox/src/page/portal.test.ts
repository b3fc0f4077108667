import { expect, it } from 'vitest'
import { testShop } from '../testing/shop.ts'
import { CARDS } from '../testing/test-sandbox.ts'

const shop = await testShop()

const RETURN = 'http://shop.test/account'
const OTHER_CARD = { number: CARDS.pays, exp: '11 / 33', cvc: '123', name: 'Ada Byron' }

async function portalOf(customer: string) {
  const { url } = await shop.stripe.billingPortal.sessions.create({ customer, return_url: RETURN })
  const get = (query = '') => shop.sandbox.app.request(`${url}${query}`)
  const post = (fields: Record<string, string>) =>
    shop.sandbox.app.request(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { url, get, post }
}

it('shows the membership, the card and the bills, and leads back to the store', async () => {
  const { customer } = await shop.join(CARDS.pays)
  const { url, get } = await portalOf(customer)
  expect(url).toMatch(/^http:\/\/shop\.test\/dev\/stripe\/portal\/bps_\w{32}$/)
  const page = await get()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
  const html = await page.text()
  expect(html).toContain('It renews on December 20, 2026.')
  expect(html).toContain('Visa ending in 4242, good until 12 / 2034')
  expect(html).toContain('1 × Premium')
  expect(html).toContain(`href="${RETURN}"`)
  expect(html).not.toMatch(/<script|<style|style="/)
})

it('cancels at the end of the period and takes that back', async () => {
  const { id, customer } = await shop.join(CARDS.pays)
  const { url, get, post } = await portalOf(customer)
  const answer = await post({ action: 'cancel' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${new URL(url).pathname}?done=cancel`])
  expect(await (await get('?done=cancel')).text()).toContain(
    'It ends on December 20, 2026, and nothing more is charged.',
  )
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true })
  await post({ action: 'resume' })
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false })
})

it('changes the card, pays what is open by it, and the membership goes on', async () => {
  const { id, customer } = await shop.join(CARDS.paysOnce)
  await shop.advance(31)
  const { get, post } = await portalOf(customer)
  expect(await (await get()).text()).toContain('The last payment failed. It is tried again on December 23, 2026.')
  const { id: invoice } = await shop.latestInvoice(id)
  const declined = await post({ action: 'pay', invoice })
  expect(declined.status).toBe(402)
  expect(await declined.text()).toContain('Your card was declined. The bill is not paid.')
  const wrong = await post({ action: 'card', ...OTHER_CARD, number: '4242' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('Your card number is invalid.')
  expect((await post({ action: 'card', ...OTHER_CARD })).status).toBe(303)
  expect(await (await get()).text()).toContain('Visa ending in 4242, good until 11 / 2033')
  const answers = await Promise.all(Array.from({ length: 8 }, () => post({ action: 'pay', invoice })))
  expect(answers.filter(answer => answer.status === 303)).toHaveLength(1)
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  const charges = await shop.stripe.charges.list({ customer: customer })
  expect(charges.data.filter(charge => charge.paid)).toHaveLength(2)
})

it('ends at once what is not paid for, and only when asked to', async () => {
  const { id, customer } = await shop.join(CARDS.paysOnce)
  await shop.advance(31)
  const { get, post } = await portalOf(customer)
  expect(await (await get()).text()).toContain('It ends at once, and the open bill is not charged any more.')
  await post({ action: 'cancel' })
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'past_due',
    cancel_at_period_end: false,
  })
  expect((await post({ action: 'end' })).status).toBe(303)
  expect((await shop.stripe.subscriptions.retrieve(id)).status).toBe('canceled')
  expect(await shop.latestInvoice(id)).toMatchObject({ status: 'open', next_payment_attempt: null })
  const page = await (await get('?done=end')).text()
  expect(page).toContain('Your membership has ended.')
  expect(page).not.toContain('Pay now')
})

it('the portal changes nothing that belongs to another customer', async () => {
  const ada = await shop.join(CARDS.paysOnce)
  const eve = await shop.join(CARDS.pays)
  await shop.advance(31)
  const { id: invoice } = await shop.latestInvoice(ada.id)
  const { post } = await portalOf(eve.customer)
  expect((await post({ action: 'pay', invoice })).status).toBe(200)
  expect((await post({ action: 'refund' })).status).toBe(200)
  expect((await shop.stripe.invoices.retrieve(invoice)).status).toBe('open')
  expect((await shop.sandbox.app.request('http://shop.test/dev/stripe/portal/bps_none')).status).toBe(404)
  await expect(portalOf('cus_none')).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
})

it('expires: five minutes unopened, an hour after it was opened', async () => {
  const { id, customer } = await shop.join(CARDS.pays)
  const [opened, left] = [await portalOf(customer), await portalOf(customer)]
  const later = (minutes: number) => {
    shop.clock.now = new Date(+shop.clock.now + minutes * 60_000)
  }
  await opened.get()
  later(6)
  expect((await left.get()).status).toBe(410)
  expect((await left.post({ action: 'cancel' })).status).toBe(410)
  expect(await (await left.get()).text()).toContain('This page has expired')
  expect((await opened.get()).status).toBe(200)
  later(60)
  expect((await opened.post({ action: 'cancel' })).status).toBe(410)
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: false })
})

it('each bill has a page that shows its lines and takes a card while it is open', async () => {
  const { id } = await shop.join(CARDS.paysOnce)
  await shop.advance(31)
  const { hosted_invoice_url: hostedUrl } = await shop.latestInvoice(id)
  const page = await (await shop.sandbox.app.request(hostedUrl!)).text()
  expect(page).toContain('1 × Premium')
  expect(page).toContain('Pay $24.99')
  expect((await shop.pay(hostedUrl!, CARDS.declined)).status).toBe(402)
  const wrong = await shop.pay(hostedUrl!, CARDS.pays, { cvc: '1' })
  expect(wrong.status).toBe(422)
  expect((await shop.pay(hostedUrl!, CARDS.pays)).status).toBe(303)
  expect(await (await shop.sandbox.app.request(hostedUrl!)).text()).not.toContain('Pay by card')
  expect(await shop.stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' })
  expect((await shop.sandbox.app.request('http://shop.test/dev/stripe/invoice/in_none')).status).toBe(404)
})
