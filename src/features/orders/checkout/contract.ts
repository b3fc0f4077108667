import { z } from 'zod'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { AppliedCode } from '#features/codes/contract.ts'
import { CODE_LENGTH, MAX_CODES } from '#features/codes/rules.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { comparedDollars } from '#kernel/values/inputs/decimals.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { interval, pricedLine, priceParts } from '../order/contract.ts'
import { TierCounts } from '../order/money/contract.ts'
import { CardId } from '../payment/saved-cards/contract.ts'

const textVersion = z.int().min(1).max(1_000_000)

const code = z.string().trim().max(CODE_LENGTH)

/** The client sends the last three fields along. The server compares them with its own prices and never trusts them. */
const itemFields = {
  /** Without it, the exact `name` names the product. */
  productId: z.string().min(1).max(140).optional(),
  variantId: z.string().min(1).max(140).optional(),
  quantity: z.int().min(1, 'Quantity cannot be less than 1').max(MAX_QUANTITY, `At most ${MAX_QUANTITY} of one thing`),
  name: z.string().max(200).optional(),
  price: comparedDollars.optional(),
  tier: z.enum(TIERS).optional(),
  interval: interval.optional(),
}
const CheckoutItem = z
  .strictObject(itemFields)
  .refine(({ productId, name }) => productId !== undefined || name !== undefined, {
    path: ['productId'],
    message: 'This field is required.',
  })
export type CheckoutItem = z.infer<typeof CheckoutItem>

export const CheckoutBody = strictModel('Checkout', {
  items: z.array(CheckoutItem).max(50, 'At most 50 different things at once'),
  /** Promo and referral codes as typed. Blank codes are ignored. */
  code: code.optional(),
  codes: z.array(code).max(MAX_CODES, `At most ${MAX_CODES} codes at once`).optional(),
  /** An address of the buyer's book; without it the order goes to the default. */
  addressId: z.uuid().optional(),
  /** A method of the quote's `shippingMethods`; without it, the one with the lowest price. */
  shippingMethodId: z.string().max(40).optional(),
  smsConsent: z.boolean().default(false),
  pushConsent: z.boolean().default(false),
  /** The versions of the legal texts that the page named; without them the buyer accepts those in force. */
  accepts: z.strictObject({ terms: textVersion, privacy: textVersion }).partial().optional(),
  /** A card of `SavedCards`, which pays at once where its provider can. */
  cardId: CardId.optional(),
  /** A provider of `PaymentMethods`; by default the first. */
  paymentMethod: z.string().max(20).optional(),
  subscription: z.boolean().optional(),
  localStorageVerified: z.boolean().optional(),
  mpf: z
    .strictObject({ amount: comparedDollars, clientShare: comparedDollars, platformShare: comparedDollars })
    .optional(),
  /** The discount shown to the shopper, in dollars. The server compares this value too. */
  discount: comparedDollars.optional(),
  total: comparedDollars.optional(),
})
export type CheckoutBody = z.infer<typeof CheckoutBody>

export const Quote = model('Quote', {
  mode: z.enum(['payment', 'subscription']),
  /** Billing interval of a membership; null for goods. */
  interval: interval.nullable(),
  /** The charged lines. Memberships in a mixed cart are excluded. */
  lines: z.array(z.object(pricedLine)),
  ...priceParts,
  /** What can send the cart to the address. Days are business days from the payment to the arrival; null without a promise. */
  shippingMethods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      amount: z.number(),
      daysFrom: z.int().nullable(),
      daysTo: z.int().nullable(),
    }),
  ),
  /** The method whose amount is `shipping`; null where nothing is sent. */
  shippingMethodId: z.string().nullable(),
  entries: TierCounts,
  /** The codes that count. The order's discount is the sum of their discounts. */
  codes: z.array(AppliedCode),
  /**
   * Notices before payment. `promo` is a code that does not count; `reason` is its code in CODE_ERRORS. Of an item that cannot be bought in
   * the quantity asked for, `left` can be bought: the line has this quantity, and 0 leaves it out.
   */
  notices: z.array(
    z.object({
      code: z.enum(['mixed_cart', 'unavailable', 'out_of_stock', 'first_order', 'not_shipped', 'code_refused']),
      message: z.string(),
      productId: z.string().optional(),
      variantId: z.string().optional(),
      left: z.int().optional(),
      promo: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
})
export type Quote = z.infer<typeof Quote>

/** The payment page. `id` is its session. */
export const CheckoutSession = model('CheckoutSession', { id: z.string(), url: z.string(), orderId: z.string() })

/** With the items of a cart, the answer also says whether the code fits them. */
export const CodeBody = strictModel('CodeToValidate', {
  code: code.min(1, 'Enter a code'),
  items: z.array(CheckoutItem).max(50, 'At most 50 different things at once').optional(),
})
export type CodeBody = z.infer<typeof CodeBody>

export const PaymentMethods = model('PaymentMethods', {
  methods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      hint: z.string(),
      isConfigured: z.boolean(),
      /** What the payment page offers: `Card`, `Apple Pay`. Empty where the provider does not say. */
      onPage: z.array(z.string()),
      /** Whether the page can save a card. */
      savesCards: z.boolean(),
    }),
  ),
})
export type PaymentMethods = z.infer<typeof PaymentMethods>
