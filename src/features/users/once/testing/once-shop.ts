import { expect } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { reviewingIn } from '#features/reviews/testing/reviewing.ts'

/** A test shop in which everything that is once only is offered. */
export async function openOnceShop() {
  const entering = await openFreeEntries()
  const { shop, asAdmin } = entering
  const subscribing = subscribingIn(shop)
  const reviewing = await reviewingIn(shop)
  await subscribing.addPlans()
  await shop.changeSettings({ referral: { rewardTier: 'Gold', rewardCredits: 2 } })
  let made = 0

  async function addCoupon(input: object): Promise<string> {
    const json = { code: `ONCE${++made}`, discount: { kind: 'percent', amount: 10 }, ...input }
    const answer = await asAdmin('/api/admin/codes', json)
    expect(answer.status, answer.text).toBe(200)
    return answer.json.code
  }
  const referralCodeOf = async (as: TestUser): Promise<string> =>
    (await shop.call('/api/my/referral-code', { as })).json.code

  async function checkout(as: TestUser, code?: string) {
    const { item } = await subscribing.addProduct()
    return subscribing.checkout(as, [item], code ? { code } : {})
  }

  /** Orders and pays. @returns the code of a refusal, or `paid`. */
  async function buy(as: TestUser, code?: string): Promise<string> {
    const { status, json } = await checkout(as, code)
    if (status !== 200) return json.code
    await subscribing.pay(json.url)
    return (await subscribing.verify(as, json.id)).json.status
  }

  /** Registers in a browser that names the referrer. @returns whether the shop recorded one. */
  async function joinBroughtBy(owner: TestUser, email: string): Promise<boolean> {
    const browser = openBrowser(shop)
    await browser.register({ email })
    await browser.post('/api/public/register-referral', { email, code: await referralCodeOf(owner) })
    expect((await browser.confirm(email, await browser.codeFor(email))).status).toBe(200)
    const row = await shop.services.db
      .selectFrom('referral')
      .select('code')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return row.code !== null
  }

  const tools = { ...entering, ...subscribing, reviewing, addCoupon, referralCodeOf, checkout, buy, joinBroughtBy }
  return { ...tools, ...waysOf(tools) }
}

export type OnceTools = Omit<Awaited<ReturnType<typeof openOnceShop>>, 'ways' | 'deleteOwn'>

/** Every way in which an account closes. */
function waysOf({ shop, asAdmin }: Pick<Awaited<ReturnType<typeof openFreeEntries>>, 'shop' | 'asAdmin'>) {
  async function deleteOwn(as: TestUser): Promise<void> {
    const claims = { name: 'Sam', isAdmin: false, role: null, isSubscriber: false, authenticatedAt: shop.clock.now() }
    const { idToken } = await shop.idTokens.issue({ ...as, ...claims })
    const answer = await shop.call('/api/my/delete-account', {
      as: { ...as, idToken },
      json: { confirmation: 'DELETE' },
    })
    expect(answer.status, answer.text).toBe(200)
  }

  const ways: Record<string, (as: TestUser, into: TestUser) => Promise<void>> = {
    'a deletion by its owner': deleteOwn,
    'a deletion by staff': async ({ email }) => {
      const answer = await asAdmin('/api/admin/users', { email, reason: 'A test' }, 'DELETE')
      expect(answer.status, answer.text).toBe(200)
    },
    'a deletion of several': async ({ email }) => {
      const answer = await asAdmin('/api/admin/users/bulk-delete', { emails: [email], reason: 'A test' }, 'DELETE')
      expect(answer.json, answer.text).toMatchObject({ deletedCount: 1 })
    },
    'a merge': async ({ userId }, into) => {
      const json = { from: userId, into: into.userId, reason: 'One person' }
      const answer = await asAdmin('/api/admin/users/merge', json)
      expect(answer.status, answer.text).toBe(200)
    },
  }

  return { deleteOwn, ways }
}
