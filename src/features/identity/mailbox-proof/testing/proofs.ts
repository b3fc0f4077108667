import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import { openEmailCodeBrowser } from '../../email-codes/testing/email-code-browser.ts'
import { type Browser, type Made, unprovenAccounts } from './unproven.ts'

export const OWNERS_PASSWORD = 'Owners-Harbor8?'

/** The browser of the proof, and the answer of its sign-in. */
type Proved = { browser: Browser; json: Awaited<ReturnType<Browser['token']>>['json'] }

/** All ways to prove a mailbox, for tests that walk them. */
export function mailboxProofs(shop: TestShop) {
  const { emailCodeIn, linkIn, later } = unprovenAccounts(shop)

  /** Signs in by the password of the account, which its maker told the owner. */
  const signedIn = async ({ email, password }: Made) => {
    const browser = openEmailCodeBrowser(shop)
    const { json } = await browser.signIn(email, password)
    return { browser, json, idToken: json.idToken as string }
  }
  const ask = async (browser: Browser, email: string) => {
    expect((await browser.post('/api/auth/forgot-password', { email })).status).toBe(200)
    await shop.settleJobs()
  }
  const reset = async (browser: Browser, email: string, given: object) => {
    const answer = await browser.post('/api/auth/reset-password', { email, newPassword: OWNERS_PASSWORD, ...given })
    expect(answer.status, answer.text).toBe(200)
    later()
    return (await browser.signIn(email, OWNERS_PASSWORD)).json
  }

  /**
   * Ways in which the owner of the mailbox proves it in a browser that did not make the account. Each returns the browser with the answer of
   * its sign-in. `knows` marks those that need the password.
   */
  const PROVED: Record<string, { knows?: true; prove: (made: Made) => Promise<Proved> }> = {
    'a sign-in by a code by e-mail': {
      async prove({ email }) {
        const browser = openEmailCodeBrowser(shop)
        return { browser, json: (await browser.signInByCode(email)).json }
      },
    },
    'a password reset by a code': {
      async prove({ email }) {
        const browser = openEmailCodeBrowser(shop)
        await ask(browser, email)
        return { browser, json: await reset(browser, email, { code: await emailCodeIn(email) }) }
      },
    },
    'a password reset by the link': {
      async prove({ email }) {
        await ask(openEmailCodeBrowser(shop), email)
        const browser = openEmailCodeBrowser(shop)
        const link = new URLSearchParams((await linkIn(email)).slice(1))
        return { browser, json: await reset(browser, email, { code: link.get('code'), codeId: link.get('codeId') }) }
      },
    },
    'a reset that staff demand': {
      knows: true,
      async prove(made) {
        const owner = await shop.addUser({ admin: true })
        const json = { reason: 'Told to' }
        await shop.call(`/api/admin/users/${made.userId}/reset-password`, { as: owner, json })
        later()
        const { browser, json: asked } = await signedIn(made)
        expect(asked.challenge?.type).toBe('RESET_PASSWORD')
        await shop.settleJobs()
        const answer = { id: asked.challenge.id, code: await emailCodeIn(made.email), newPassword: OWNERS_PASSWORD }
        return { browser, json: (await browser.post('/api/auth/challenge', answer)).json }
      },
    },
    'a code in a signed-in browser': {
      knows: true,
      async prove(made) {
        const { browser, idToken } = await signedIn(made)
        return { browser, json: await proveIn(browser, idToken, made.email) }
      },
    },
  }

  /** Asks for a code in a signed-in browser and types it there. */
  async function proveIn(browser: Pick<Browser, 'as'>, idToken: string, email: string) {
    const me = browser.as(idToken)
    expect((await me.post('/api/auth/prove-mailbox')).json).toMatchObject({ success: true })
    later()
    const answer = await me.post('/api/auth/prove-mailbox', { code: await emailCodeIn(email) })
    later()
    return answer.json
  }

  return { PROVED, proveIn, signedIn }
}
