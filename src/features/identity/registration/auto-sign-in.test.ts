import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser, PASSWORD } from '../testing/browser.ts'
import { appCode } from '../testing/factors.ts'
import { readConfirmationLink } from '../user/rules.ts'

const shop = await testShop({ connections: 20 })

const ask = (browser: ReturnType<typeof openBrowser>, email: string) =>
  browser.post('/api/auth/auto-sign-in', { email })

/** The data in the link of the e-mail. */
async function linkTo(email: string) {
  const [sentEmail] = await shop.outbox(email)
  const link = new URL(/http\S+/.exec(sentEmail!.text)![0])
  return { link, ...readConfirmationLink(link.hash)! }
}

it('only the waiting browser is signed in after the link was used elsewhere, and once [B-4.11]', async () => {
  const email = 'waits@example.com'
  const waiting = openBrowser(shop)
  await waiting.register({ email })
  expect((await ask(waiting, email)).json).toEqual({ success: false, message: 'The account is not confirmed yet.' })

  const { code } = await linkTo(email)
  const phone = openBrowser(shop)
  expect((await phone.confirm(email, code)).json.requiresSignIn).toBe(true)
  expect((await ask(phone, email)).json.success).toBe(false)
  expect((await ask(openBrowser(shop), email)).json.success).toBe(false)

  const twice = await Promise.all([ask(waiting, email), ask(waiting, email)])
  expect(twice.map(({ json }) => json.success).sort()).toEqual([false, true])
  expect((await waiting.token()).json.user.email).toBe(email)
})

it('a link opened in the same browser continues the sign-in there', async () => {
  const email = 'same-browser@example.com'
  const browser = openBrowser(shop)
  await browser.register({ email })
  expect((await browser.confirm(email, (await linkTo(email)).code)).json.requiresSignIn).toBe(false)
  expect((await ask(browser, email)).json).toMatchObject({ success: true, user: { email } })
  expect((await ask(browser, 'somebody-else@example.com')).json.success).toBe(false)
})

it('opening the link confirms nothing, and its content never reaches the server', async () => {
  const email = 'prefetched@example.com'
  await openBrowser(shop).register({ email })
  const { link, code } = await linkTo(email)
  expect(link.pathname).toBe('/confirm-account')
  expect(link.search).toBe('')
  await shop.call(link.pathname)
  expect(await shop.services.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])
  expect((await openBrowser(shop).confirm(email, code)).status).toBe(200)
})

it('the automatic sign-in ends after a second factor, another password, or a sign-out of every browser', async () => {
  const safer: Record<string, (me: ReturnType<ReturnType<typeof openBrowser>['as']>) => Promise<unknown>> = {
    async factor(me) {
      const { secret } = (await me.post('/api/auth/mfa/totp')).json
      return me.post('/api/auth/mfa/totp', { code: appCode(secret, shop.clock.now()) })
    },
    password: me => me.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'Another-Pass1!' }),
    everywhere: me => me.post('/api/auth/logout-everywhere'),
  }
  for (const [name, make] of Object.entries(safer)) {
    const email = `safer-${name}@example.com`
    const waiting = openBrowser(shop)
    await waiting.register({ email })
    await openBrowser(shop).confirm(email, (await linkTo(email)).code)
    const elsewhere = openBrowser(shop)
    await make(elsewhere.as((await elsewhere.signIn(email)).json.idToken))
    expect((await ask(waiting, email)).json.success, name).toBe(false)
  }
})

it('the automatic sign-in ends an hour after the confirmation', async () => {
  const email = 'too-late@example.com'
  const waiting = openBrowser(shop)
  await waiting.register({ email })
  await openBrowser(shop).confirm(email, (await linkTo(email)).code)
  shop.clock.advance(3600_000)
  expect((await ask(waiting, email)).json.success).toBe(false)
})
