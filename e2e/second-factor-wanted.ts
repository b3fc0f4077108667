import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectLegible } from './browser.ts'

type Given = {
  /** Page of an owner with a second factor and a recent sign-in. */
  owner: Page
  /** Page of a user without a second factor, whom the owner makes staff. */
  page: Page
  email: string
  origin: string
}

/**
 * A demo shop requires no second factor of its staff until an owner switches the rule on. From then on the demo behaves like any other
 * shop.
 */
export async function showSecondFactorWanted({ owner, page, email, origin }: Given): Promise<void> {
  const call = await callsOf(owner, origin)
  await call('/admin/settings', 'PATCH', { settings: { auth: { staffSecondFactor: true } } })
  const { users } = await call(`/admin/users/search?q=${email}`)
  await call(`/admin/users/${users[0].id}/role`, 'PUT', { role: 'support', reason: 'Answers tickets' })
  await page.goto('/admin')
  await page.getByText('Staff sign in with a second factor').waitFor()
  await expectAccessible(page, 'a second factor wanted')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a second factor wanted, on a phone')
  await expectLegible(page, 'light', 'a second factor wanted')
  await page.getByRole('link', { name: 'Set one up' }).click()
  await page.getByRole('button', { name: 'Turn on authenticator app' }).waitFor()
}

/** API calls with a token from the page's session. */
async function callsOf({ request }: Page, origin: string) {
  const { idToken } = await (await request.post('/api/auth/token', { headers: { origin } })).json()
  const headers = { origin, authorization: `Bearer ${idToken}` }
  return async (path: string, method = 'GET', data?: object) => {
    const answer = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), await answer.text()).toBe(true)
    return answer.json()
  }
}
