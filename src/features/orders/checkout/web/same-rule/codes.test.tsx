// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/checkout" }
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { cart } from '#features/cart/browser/cart.ts'
import { CODE_ERRORS, type NewCoupon } from '#features/codes/contract.ts'
import { openCodeShop } from '#features/codes/testing/coupons.ts'
import { session } from '#kernel/client/browser.ts'
import { press, show, type, withPage } from '#ui/testing/in-browser.tsx'
import { codes as keptCodes } from '../kept-codes.ts'
import { PromoCode } from '../promo-code.tsx'

const shopping = await openCodeShop()
const { shop } = shopping
const { pool } = shop.services
await shop.changeSettings({ shipping: { flat: 0 } })

withPage()
beforeEach(() => {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
    shop.web.app.fetch(new Request(input, init)),
  )
  cart.clear()
  keptCodes.clear()
})

/** A shopper with a paid order, and 5 of a product in the cart of which 3 are left, for $40.00 each. */
const shopper = await shop.addUser()
const bought = await shopping.addProduct()
const goods = await shopping.addProduct({ priceCents: 4000, tier: 'Silver', stock: [3] })
const gold = await shopping.addProduct({ tier: 'Gold' })
const first = (await shopping.checkout(shopper, [bought.item])).json
await shopping.pay(first.url)
expect((await shopping.verify(shopper, first.id)).json.status).toBe('paid')

type Fault = { terms?: Partial<NewCoupon>; after?: (id: string) => Promise<unknown>; isBeside?: true }

/** Every reason that a coupon may have in a cart of goods, in the order of the checks. */
const FAULTS: Partial<Record<keyof typeof CODE_ERRORS, Fault>> = {
  code_not_started: { terms: { startsAt: shopping.inDays(1) } },
  code_expired: { terms: { endsAt: shopping.inDays(-1) } },
  code_paused: { after: id => shopping.asAdmin(`/api/admin/codes/${id}/pause`, undefined, 'POST') },
  code_used_by_you: {
    terms: { personLimit: 1 },
    after: id =>
      pool.query('insert into coupon_user (coupon_id, user_id, used) values ($1, $2, 1)', [id, shopper.userId]),
  },
  code_used_up: { terms: { totalLimit: 1 }, after: id => pool.query('update coupon set used = 1 where id = $1', [id]) },
  code_not_first_order: { terms: { firstOrderOnly: true } },
  // Of the five pieces in the cart three can be bought, for $120.00.
  code_minimum: { terms: { minimumSubtotal: 150 } },
  code_nothing_eligible: { terms: { productIds: [gold.id] } },
  code_not_combinable: { terms: { combinable: false }, isBeside: true },
}
type Reason = keyof typeof FAULTS
const REASONS = Object.keys(FAULTS) as Reason[]

/**
 * Reasons that need no pair: another kind of code or cart, a race (codes/tests/codes-at-once.test.ts), or staff alone (own-terms.test.ts,
 * in this feature).
 */
const ELSEWHERE = ['code_not_found', 'code_not_for_memberships', 'code_own_referral', 'code_changed', 'code_own_making']

const kept = (await shopping.addCoupon({ code: 'KEPT', combinable: true })).code

/** Adds a coupon with the faults of some reasons. It combines with others unless the fault is that it does not. */
async function faulty(reasons: readonly Reason[]): Promise<string> {
  const faults = reasons.map(reason => FAULTS[reason]!)
  const terms = Object.assign({ combinable: true }, ...faults.map(fault => fault.terms)) as Partial<NewCoupon>
  const coupon = await shopping.addCoupon(terms)
  for (const { after } of faults) await after?.(coupon.id)
  return coupon.code
}

function signIn({ userId: id, email, idToken }: TestUser) {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
  const user = { id, email, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
  session.begin({ idToken, expiresAt, user })
}

/** The sentence that the shopper reads after typing a code beside the kept ones. */
async function onScreen(code: string): Promise<string> {
  show(<PromoCode quote={undefined} refused={undefined} />)
  type('Promo or referral code', code)
  await press('Apply')
  const field = screen.getByLabelText('Promo or referral code')
  await waitFor(() =>
    expect(field.getAttribute('aria-describedby') ?? screen.queryByText('Coupon applied')).toBeTruthy(),
  )
  const said = field.getAttribute('aria-describedby')
  return (said && document.getElementById(said)?.textContent) || 'Coupon applied'
}

it('the walk has every reason of a code', () => {
  expect([...REASONS, ...ELSEWHERE].toSorted()).toEqual(Object.keys(CODE_ERRORS).toSorted())
})

it.each(REASONS)(
  '%s alone, and beside each later reason: field, check, quote and payment say one sentence [B-10.108]',
  async reason => {
    for (const other of [reason, ...REASONS.slice(REASONS.indexOf(reason) + 1)]) {
      // No coupon ends before it starts.
      if (reason === 'code_not_started' && other === 'code_expired') continue
      const pair = `${reason} and ${other}`
      const code = await faulty(reason === other ? [reason] : [reason, other])
      const isBeside = FAULTS[reason]!.isBeside ?? FAULTS[other]!.isBeside ?? false
      const before = isBeside ? [kept] : []
      const items = [{ ...goods.item, quantity: 5 }]
      const asked = { codes: [...before, code] }
      const { json: quote } = await shop.call('/api/payments/quote', { as: shopper, json: { items, ...asked } })
      const notice = quote.notices.find((one: { code: string }) => one.code === 'code_refused')
      expect(notice?.reason, pair).toBe(reason)
      // The payment has the total of the quote.
      const { json: refused } = await shopping.checkout(shopper, [{ ...goods.item, quantity: 3 }], asked)
      expect([refused.code, refused.detail], pair).toEqual([reason, notice.message])
      if (!isBeside) {
        const checked = await shop.call('/api/codes/validate', { as: shopper, json: { code, items } })
        expect([checked.json.code, checked.json.detail], pair).toEqual([reason, notice.message])
      }
      signIn(shopper)
      for (const one of before) keptCodes.add(one)
      cart.replace([cartLine(5)])
      expect(await onScreen(code), pair).toBe(notice.message)
      cleanup()
      session.end()
      keptCodes.clear()
    }
  },
)

const cartLine = (quantity: number) => ({
  ...{ id: goods.id, variantId: goods.variantId, name: goods.name, price: 40, quantity, entries: 2, image: null },
  ...{ tier: 'Silver' as const, isSubscription: false, interval: 'month' as const },
})

it('the sixth code is refused in the words of the server, and the five kept ones stay [B-10.57]', async () => {
  const six = await Promise.all(Array.from({ length: 6 }, () => shopping.addCoupon({ combinable: true })))
  signIn(shopper)
  cart.replace([cartLine(1)])
  for (const { code } of six.slice(0, 5)) keptCodes.add(code)
  const { json } = await shop.call('/api/payments/quote', {
    json: { items: [goods.item], codes: six.map(({ code }) => code) },
  })
  expect(await onScreen(six[5]!.code)).toBe(json.errors.codes[0])
  expect(keptCodes.get()).toEqual(six.slice(0, 5).map(({ code }) => code))
})
