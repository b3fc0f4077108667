import type { PublicSettings, Settings } from '#kernel/settings.ts'
import { type Cents, formatMoney, toCents, toDollars } from '#kernel/values/money.ts'
import { type CartItem, unitPriceOf } from '../cart-item.ts'
import { feeOf } from '../rules.ts'

/** A priced thing of the store: a product, a card, a line of the cart. Dollars for one piece. */
export type PricedItem = Pick<CartItem, 'price' | 'salesPrice' | 'isSubscription'>

/** The settings that a shown price depends on. */
export type PriceRules = Pick<PublicSettings, 'fee' | 'pricing'>

/** A price as shoppers see it, with the fee that is charged with it. */
export type ShownPrice = {
  /** The large amount: the listed price, or the sum when the fee is in the price. */
  cents: Cents
  /** Like `cents`, without the sale. */
  originalCents: Cents
  /** The fee of a cart with these pieces alone. */
  feeCents: Cents
  /** The charge for these pieces alone, without shipping and tax. */
  totalCents: Cents
  /** The words beneath the amount: "+ $1.00 platform fee, $16.00 in all". Null without a fee. */
  feeNote: string | null
}

/**
 * The one source of shown prices, for pages, e-mails and structured data. Several carts of one piece never have a smaller fee than one cart
 * with all pieces, because the fee is rounded up. So the sum of shown prices is never below the charge.
 * @param quantity pieces in a cart of their own.
 */
export function shownPrice(item: PricedItem, rules: PriceRules, quantity = 1): ShownPrice {
  const paid = toCents(unitPriceOf(item)) * quantity
  const listed = toCents(item.price) * quantity
  const fee = (cents: Cents) => (item.isSubscription ? 0 : feeOf(cents, rules.fee).amount)
  const headline = (cents: Cents) => (isAllIn(rules) ? cents + fee(cents) : cents)
  const feeCents = fee(paid)
  const totalCents = paid + feeCents
  return {
    cents: headline(paid),
    originalCents: headline(listed),
    feeCents,
    totalCents,
    feeNote: feeNoteOf(feeCents, totalCents, rules),
  }
}

const isAllIn = ({ pricing }: PriceRules) => pricing.display === 'all-in'

function feeNoteOf(feeCents: Cents, totalCents: Cents, rules: PriceRules): string | null {
  if (feeCents === 0) return null
  const fee = formatMoney(feeCents)
  return isAllIn(rules)
    ? `includes ${articleOf(feeCents)} ${fee} platform fee`
    : `+ ${fee} platform fee, ${formatMoney(totalCents)} in all`
}

/** "a $1.00", "an $8.00", "an $11.00": by the first word of the amount. */
const articleOf = (cents: Cents) => (/^(8|1[18]($|000$))/.test(String(Math.trunc(cents / 100))) ? 'an' : 'a')

/** What one cart saves against a cart for each piece, because the fee is rounded up once. */
export function feeSavedOn(items: readonly (PricedItem & { quantity: number })[], rules: PriceRules): Cents {
  const goods = items.filter(item => !item.isSubscription)
  const fees = goods.reduce((sum, item) => sum + shownPrice(item, rules).feeCents * item.quantity, 0)
  const net = goods.reduce((sum, item) => sum + toCents(unitPriceOf(item)) * item.quantity, 0)
  return fees - feeOf(net, rules.fee).amount
}

/** A price as text: "$15.00 + $1.00 platform fee, $16.00 in all", or "$16.00, includes a $1.00 platform fee". */
export function priceInWords(item: PricedItem, rules: PriceRules): string {
  const { cents, feeNote } = shownPrice(item, rules)
  if (feeNote === null) return formatMoney(cents)
  return isAllIn(rules) ? `${formatMoney(cents)}, ${feeNote}` : `${formatMoney(cents)} ${feeNote}`
}

/** A changed price as text: "$40.00 instead of $35.00 (+ $2.00 platform fee, $42.00 in all)". */
export function priceChangeInWords(before: PricedItem, now: PricedItem, rules: PriceRules): string {
  const { cents, feeNote } = shownPrice(now, rules)
  const change = `${formatMoney(cents)} instead of ${formatMoney(shownPrice(before, rules).cents)}`
  return feeNote === null ? change : `${change} (${feeNote})`
}

/** Whole percent off between the struck and the current amount; 0 without a sale. */
export function percentOff(item: PricedItem, rules: PriceRules): number {
  const { cents, originalCents } = shownPrice(item, rules)
  return originalCents > cents ? Math.round((1 - cents / originalCents) * 100) : 0
}

/** Price properties of a schema.org offer. A search result shows one number, so it is the sum in both displays. */
export function offerPriceOf(item: PricedItem, rules: PriceRules) {
  const { feeCents, totalCents } = shownPrice(item, rules)
  const amount = (cents: Cents) => ({ price: toDollars(cents).toFixed(2), priceCurrency: 'USD' })
  const part = (name: string, cents: Cents) => ({ '@type': 'UnitPriceSpecification', name, ...amount(cents) })
  if (feeCents === 0) return amount(totalCents)
  return {
    ...amount(totalCents),
    priceSpecification: {
      '@type': 'CompoundPriceSpecification',
      ...amount(totalCents),
      priceComponent: [part('Price', totalCents - feeCents), part('Platform fee', feeCents)],
    },
  }
}

/** Whether the amounts of a price filter contain the fee, in the words of its heading. */
export function priceFilterName(rules: PriceRules): string {
  if (rules.fee.rate === 0) return 'Price'
  return isAllIn(rules) ? 'Price with platform fee' : 'Price before platform fee'
}

/** The lowest listed price of goods whose large amount reaches the threshold, so that a filter agrees with the amounts that it finds. */
export function lowestListedFor(threshold: Cents, settings: Pick<Settings, 'fee' | 'pricing'>): Cents {
  if (!isAllIn(settings)) return threshold
  let [low, high] = [0, threshold]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (middle + feeOf(middle, settings.fee).amount >= threshold) high = middle
    else low = middle + 1
  }
  return low
}
