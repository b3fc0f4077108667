import fc from 'fast-check'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'

/** A shop for trials: two shoppers, three products, three coupons and one open Bronze giveaway. Whole cents. */
export type Plan = {
  products: { tier: Tier; entries: number; listCents: number; saleCents: number | null; stock: number | null }[]
  coupons: {
    kind: 'percent' | 'flat'
    /** Hundredths of a percent, or cents. */
    amount: number
    tiers: Tier[]
    minimumCents: number
    totalLimit: number | null
    personLimit: number | null
    firstOrder: boolean
    combinable: boolean
  }[]
}

/**
 * One action. The order index counts from the newest order that fits the action, or from all orders with `any`. An action whose target does
 * not exist is skipped.
 */
export type Step = CheckoutStep | OrderStep | CreditStep | CouponStep | SendStep

/** Prices a cart, or pays for it. */
export type CheckoutStep = {
  do: 'quote' | 'checkout'
  user: number
  items: { product: number; quantity: number }[]
  codes: number[]
}
type CreditStep = { do: 'enter'; user: number; count: number }
type CouponStep = { do: 'pause' | 'resume'; coupon: number }
/** Sends every decided refund to the provider, `times` times concurrently. */
type SendStep = { do: 'send'; times: number }

export type OrderStep = { order: number; any: boolean } & (
  | { do: 'pay' | 'lapse' | 'cancel' | 'cancelByStaff' | 'pack' | 'ship' }
  | { do: 'settle'; times: number }
  | RefundWish
)
type RefundWish = {
  /** Previews or executes a refund. */
  do: 'preview' | 'refund'
  /** Default: all remaining units. */
  pieces?: { line: number; quantity: number }[] | undefined
  spentCredits: 'balance' | 'entries' | 'keep'
  restock: boolean
  /** The number of concurrent requests. */
  times: number
}
export type RefundStep = OrderStep & RefundWish

const tier = fc.constantFrom(...TIERS)

const product: fc.Arbitrary<Plan['products'][number]> = fc
  .record({
    // Mostly Bronze, because the giveaway takes Bronze credits.
    tier: fc.oneof({ weight: 2, arbitrary: fc.constant<Tier>('Bronze') }, { weight: 1, arbitrary: tier }),
    entries: fc.nat(4),
    // Includes cheap products, for which rounding of fee, tax and discount matters.
    listCents: fc.oneof(fc.nat(300), fc.nat(30_000), fc.constantFrom(0, 2000, 100_000)),
    sale: fc.option(fc.nat(99), { freq: 3 }),
    stock: fc.option(fc.nat(20), { freq: 6 }),
  })
  .map(({ sale, ...rest }) => ({
    ...rest,
    saleCents: sale === null || rest.listCents === 0 ? null : Math.floor((rest.listCents * sale) / 100),
  }))

const coupon: fc.Arbitrary<Plan['coupons'][number]> = fc
  .record({
    discount: fc.oneof(
      fc.record({
        kind: fc.constant('percent' as const),
        amount: fc.oneof(fc.nat(10_000), fc.constantFrom(0, 1000, 3333, 5000, 10_000)),
      }),
      fc.record({ kind: fc.constant('flat' as const), amount: fc.nat(20_000) }),
    ),
    tiers: fc.oneof({ weight: 3, arbitrary: fc.constant<Tier[]>([]) }, { weight: 1, arbitrary: fc.uniqueArray(tier) }),
    minimumCents: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5000) }),
    totalLimit: fc.option(fc.integer({ min: 1, max: 5 })),
    personLimit: fc.option(fc.integer({ min: 1, max: 3 })),
    firstOrder: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    combinable: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  })
  .map(({ discount, ...rest }) => ({ ...discount, ...rest }))

export const PLANS: fc.Arbitrary<Plan> = fc.record({
  products: fc.array(product, { minLength: 3, maxLength: 3 }),
  coupons: fc.array(coupon, { minLength: 3, maxLength: 3 }),
})

const user = fc.nat(1)
/** Mostly the newest orders. */
const order = fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(7) })
const any = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
const times = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
)

const items = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.array(fc.record({ product: fc.nat(2), quantity: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  },
  // Few different carts, so that a cart is often paid twice.
  { weight: 1, arbitrary: fc.nat(2).map(product => [{ product, quantity: 1 }]) },
)

const checkout = (name: CheckoutStep['do']): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant(name),
    user,
    items,
    codes: fc.oneof(
      { weight: 2, arbitrary: fc.constant<number[]>([]) },
      { weight: 3, arbitrary: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }) },
    ),
  })
const onOrder = (name: 'pay' | 'lapse' | 'cancel' | 'cancelByStaff' | 'pack' | 'ship'): fc.Arbitrary<Step> =>
  fc.record({ do: fc.constant(name), order, any })
const refund = (name: RefundStep['do']): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant(name),
    order,
    any,
    pieces: fc.option(
      fc.uniqueArray(
        fc.record({
          line: fc.nat(2),
          quantity: fc.oneof(
            { weight: 3, arbitrary: fc.constant(1) },
            { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
          ),
        }),
        {
          minLength: 1,
          maxLength: 2,
          selector: piece => piece.line,
        },
      ),
      { nil: undefined, freq: 3 },
    ),
    spentCredits: fc.constantFrom('balance', 'entries', 'keep'),
    restock: fc.boolean(),
    times,
  })

/** User actions at about their natural frequency; failures far more often. */
export const STEPS: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: checkout('quote') },
  { weight: 8, arbitrary: checkout('checkout') },
  { weight: 8, arbitrary: onOrder('pay') },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('settle' as const), order, any, times }) },
  { weight: 8, arbitrary: refund('preview') },
  { weight: 6, arbitrary: refund('refund') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const), times }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('enter' as const), user, count: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: onOrder('lapse') },
  { weight: 2, arbitrary: onOrder('cancel') },
  { weight: 1, arbitrary: onOrder('cancelByStaff') },
  { weight: 1, arbitrary: onOrder('pack') },
  { weight: 1, arbitrary: onOrder('ship') },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume'), coupon: fc.nat(2) }) },
)
