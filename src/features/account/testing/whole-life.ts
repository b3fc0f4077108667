import type { TestUser } from '#app/testing/users.ts'
import type { GivingShop } from '#features/giveaways/testing/giving.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { payingIn } from '#features/orders/testing/paying.ts'

const TOWN = { city: 'Provo', state: 'UT', postalCode: '84601' }

/**
 * A user who has used every feature: registered, bought, subscribed, entered, won, written, and more.
 * @param street the user's own, so that the test can find it in the database.
 */
export async function livedIn(giving: GivingShop, email: string, street: string) {
  const { shop, enter, addGiveaway, drawnNow } = giving
  const paying = payingIn(shop)
  const subscribing = subscribingIn(shop)
  const browser = openBrowser(shop)
  const { user, idToken } = await browser.join(email)
  let as: TestUser = { userId: user.id, email, idToken }
  const post = (path: string, json: unknown) =>
    shop.call(path, { as, json, headers: { 'idempotency-key': crypto.randomUUID() } })

  await post('/api/my/profile', { shippingAddress: { line1: street, ...TOWN }, smsConsent: true, pushConsent: true })
  await post('/api/sms/send-welcome', { phone: '8015550100' })
  await shop.call('/api/my/referral-code', { as })
  await post('/api/support/tickets', { subject: 'Where is it?', message: 'My parcel, I mean.', priority: 'high' })

  const { item } = await paying.addProduct({ name: 'Sealed Pouch', tier: 'Bronze', entries: 6 })
  const { json: session } = await paying.checkout(as, [item])
  await paying.pay(session.url)
  await paying.verify(as, session.id)
  await subscribing.addPlans()
  as = await subscribing.subscribe(as)
  // Auto-entry would take a random slot of the giveaways below, before or after the chosen ones.
  await post('/api/my/auto-entry', { enabled: false })

  const drawn = await addGiveaway({ title: 'Drawn Box' })
  await enter(drawn, as, { slots: [4] })
  await drawnNow(drawn)
  const open = await addGiveaway({ title: 'Open Box' })
  await enter(open, as, { slots: [9, 2] })
  await shop.settleJobs()
  return { as, browser, post, drawn, open, orderId: session.orderId as string, subscribing }
}
