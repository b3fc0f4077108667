import { afterAll, beforeAll, expect, it } from 'vitest'
import { advanceGiveaways } from '#features/giveaways/commands/advance-giveaways.server.ts'
import { type GivingShop, openGivingShop } from '#features/giveaways/testing/giving.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'

const SCRIPT = '<script>alert("x")</script>'
const SHOWN = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'

let giving: GivingShop
beforeAll(async () => {
  giving = await openGivingShop()
})
afterAll(() => giving.shop.close())

/** Expects user input as text in the e-mail, and only the shop's own markup. */
async function expectText(to: string, subject: RegExp) {
  await giving.shop.settleJobs()
  const mail = (await giving.shop.outbox(to)).find(message => subject.test(message.subject))
  expect(mail, `${subject} to ${to}`).toBeDefined()
  expect(mail!.html).toContain(SHOWN)
  expect(mail!.html).not.toMatch(/<script|<img|javascript:/i)
  expect(mail!.text).toContain(SCRIPT)
}

it('names with scripts in them come out as text in the e-mails of an account [B-9.44]', async () => {
  const email = 'scripted@example.com'
  await openBrowser(giving.shop).register({ email, name: SCRIPT })
  // The registrant may not own this address, so the e-mail does not contain the registrant's name.
  const code = (await giving.shop.outbox(email)).find(({ subject }) => /confirmation code/.test(subject))
  expect(`${code!.html} ${code!.text}`).not.toContain('alert')
  const user = await giving.shop.addUser({ name: SCRIPT })
  await giving.shop.call('/api/auth/forgot-password', {
    json: { email: user.email },
    headers: { origin: 'http://shop.test' },
  })
  await expectText(user.email, /reset code/)
  await openBrowser(giving.shop).register({ email: user.email })
  await expectText(user.email, /already have/)
})

it('names of goods with scripts in them come out as text in the receipt [B-9.44]', async () => {
  const shopping = shoppingIn(giving.shop)
  const user = await giving.shop.addUser()
  const { item } = await shopping.addProduct({ name: SCRIPT })
  const { json: session } = await shopping.checkout(user, [item])
  await shopping.pay(session.url)
  await giving.shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })
  await expectText(user.email, /^Your Redoubt order/)
})

it('titles of giveaways and names of winners with scripts in them come out as text [B-9.44]', async () => {
  const user = await giving.shop.addUser({ name: SCRIPT, credits: { Bronze: 1 } })
  const giveaway = await giving.addGiveaway({ title: SCRIPT })
  expect((await giving.enter(giveaway, user, { slots: [3] })).status).toBe(200)
  await giving.endedDaysAgo(giveaway, 8)
  await advanceGiveaways(giving.shop.system)
  await expectText(user.email, /^You have won/)
})
