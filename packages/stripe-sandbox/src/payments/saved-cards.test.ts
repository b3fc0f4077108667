import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { testShop } from '../testing/shop.ts'
import { CARDS } from '../testing/test-sandbox.ts'

const shop = await testShop()

const SAVING: Partial<Stripe.Checkout.SessionCreateParams> = {
  customer_creation: 'always',
  saved_payment_method_options: { payment_method_save: 'enabled' },
}

/** A customer who ticked the box that saves the card. */
async function customerWith(card: string) {
  const { id, url } = await shop.open(SAVING)
  await shop.pay(url, card, { save: 'yes' })
  const customer = (await shop.read(id)).customer as string
  const { data } = await cardsOf(customer)
  return { customer, method: data[0]!.id }
}

const cardsOf = (customer: string) => shop.stripe.customers.listPaymentMethods(customer, { allow_redisplay: 'always' })
const pay = (customer: string, payment_method: string) =>
  shop.stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer, payment_method, confirm: true })

describe('a saved card of the sandbox', () => {
  it('is saved with consent only, and pays a later payment without its number', async () => {
    const { url, id } = await shop.open(SAVING)
    expect(await (await shop.sandbox.app.request(url)).text()).toContain('Save this card for the next purchase')
    await shop.pay(url, CARDS.pays)
    const unsaved = (await shop.read(id)).customer as string
    expect((await cardsOf(unsaved)).data).toEqual([])

    const { customer, method } = await customerWith(CARDS.pays)
    expect(await pay(customer, method)).toMatchObject({
      status: 'succeeded',
      amount_received: 900,
      payment_method: method,
    })
    const again = await shop.open({ customer, ...withoutEmail })
    const page = await (await shop.sandbox.app.request(again.url)).text()
    expect(page).toContain('Pay $74.25 with Visa ending in 4242')
    await shop.sandbox.app.request(again.url, { method: 'POST', body: new URLSearchParams({ saved: method }) })
    const intent = (await shop.read(again.id)).payment_intent as Stripe.PaymentIntent
    expect(intent).toMatchObject({ status: 'succeeded', payment_method: method, customer })
  })

  it('of another customer, or detached, is refused in words of Stripe', async () => {
    const { customer, method } = await customerWith(CARDS.pays)
    const other = await shop.stripe.customers.create({ email: 'eve@redoubt.test' })
    await expect(pay(other.id, method)).rejects.toThrow('The customer does not have a payment method with the ID')
    const { id } = await shop.open({ customer: other.id, ...withoutEmail })
    expect((await shop.pay(`/dev/stripe/pay/${id}`, '', { saved: method })).status).toBe(422)
    await shop.stripe.paymentMethods.detach(method)
    await expect(pay(customer, method)).rejects.toThrow('It may not be used again.')
    expect((await cardsOf(customer)).data).toEqual([])
  })

  it('is declined, or waits for its holder, where the test card says so', async () => {
    const declined = await customerWith(CARDS.paysOnce)
    await expect(pay(declined.customer, declined.method)).rejects.toMatchObject({ code: 'card_declined' })
    const { customer, method } = await customerWith(CARDS.authenticated)
    expect(await pay(customer, method)).toMatchObject({ status: 'requires_action', amount_received: 0 })
  })

  it('goes with its customer', async () => {
    const { customer, method } = await customerWith(CARDS.pays)
    expect(await shop.stripe.customers.del(customer)).toMatchObject({ deleted: true })
    expect((await shop.stripe.paymentMethods.retrieve(method)).customer).toBeNull()
    await expect(cardsOf(customer)).rejects.toMatchObject({ statusCode: 404 })
    expect(await shop.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  })
})

const withoutEmail = { customer_email: undefined } as unknown as Partial<Stripe.Checkout.SessionCreateParams>
