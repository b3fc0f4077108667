import { TOTP } from 'otpauth'
import type { TestShop } from '#app/testing/shop.ts'
import { openBrowser, PASSWORD } from './browser.ts'

/** The code of an authenticator app at a given time. */
export const appCode = (secret: string, at: Date): string => new TOTP({ secret }).generate({ timestamp: +at })

/** A user with a signed-in browser who can enable factors. */
export async function joinShop(shop: TestShop, email: string) {
  const browser = openBrowser(shop)
  const { user, idToken } = await browser.join(email)
  const me = browser.as(idToken)
  const newest = async (to: string) => /\b\d{6}\b/.exec((await shop.outbox(to))[0]!.text)![0]
  return {
    email,
    userId: user.id,
    idToken,
    browser,
    me,
    newest,
    /** Enables the authenticator app. @returns its secret and, with the first factor, the recovery codes. */
    async turnOnTotp() {
      const { secret } = (await me.post('/api/auth/mfa/totp')).json as { secret: string }
      const answer = await me.post('/api/auth/mfa/totp', { code: appCode(secret, shop.clock.now()) })
      // The current code is used up.
      shop.clock.advance(30_000)
      return { secret, recoveryCodes: answer.json.recoveryCodes as string[] }
    },
    async turnOnEmail() {
      await me.post('/api/auth/mfa/email')
      return me.post('/api/auth/mfa/email', { code: await newest(email) })
    },
    async turnOnSms(phone = '+18015550177') {
      await me.post('/api/auth/mfa/sms', { phone })
      return me.post('/api/auth/mfa/sms', { code: await newest(phone) })
    },
    /** Signs in with the password in a new browser. @returns the browser and the next challenge. */
    async signIn() {
      const other = openBrowser(shop)
      const { json } = await other.signIn(email, PASSWORD)
      const answer = (body: object, id = json.challenge.id) => other.post('/api/auth/challenge', { id, ...body })
      return { browser: other, json, challenge: json.challenge, answer }
    },
  }
}
