import type { TestShop } from '#app/testing/shop.ts'
import { openBrowser } from '../../testing/browser.ts'

export const ADDRESS = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401', country: 'US' }
export const DETAILS = { name: 'Riley Marsh', phone: '8015550142', birthDate: '1988-04-09', shippingAddress: ADDRESS }

/** A browser that signs in by codes by e-mail. */
export function openEmailCodeBrowser(shop: TestShop) {
  const browser = openBrowser(shop)
  const request = (email: string) => browser.post('/api/auth/email-codes', { email })
  const verify = (email: string, code: string) => browser.post('/api/auth/email-codes/verify', { email, code })
  const register = (email: string, registrationToken: string, details: object = {}) =>
    browser.post('/api/auth/email-codes/register', { email, registrationToken, ...DETAILS, ...details })
  /** Requests a code. @returns it. */
  async function codeFor(email: string): Promise<string> {
    const answer = await request(email)
    if (answer.status !== 200) throw new Error(`A code was refused: ${answer.text}`)
    await shop.settleJobs()
    return browser.codeFor(email)
  }
  return {
    ...browser,
    request,
    verify,
    register,
    codeFor,
    signInByCode: async (email: string) => verify(email, await codeFor(email)),
    /** Creates an account by a code; this browser is signed in afterwards. */
    async joinByCode(email: string, details: object = {}) {
      const { json } = await verify(email, await codeFor(email))
      return (await register(email, json.registrationToken, details)).json as { user: { id: string }; idToken: string }
    },
  }
}
