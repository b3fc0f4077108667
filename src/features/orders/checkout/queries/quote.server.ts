import type { Fee } from '#features/cart/rules.ts'
import { presentDiscount, sentenceFor } from '#features/codes/presenters.ts'
import type { Context } from '#kernel/context.ts'
import type { Rate } from '#kernel/shipping/rates/rates.ts'
import { type Cents, toCents, toDollars } from '#kernel/values/money.ts'
import { withFullStop } from '#kernel/values/words/full-stop.ts'
import { entriesOf, unitCentsOf } from '../../order/money/prices.ts'
import { lineShown, priceShown } from '../../order/money/shown.ts'
import { businessDaysToLeave } from '../../order/ship-by.server.ts'
import type { CheckoutBody, Quote } from '../contract.ts'
import { fitLines, type ShortLine } from './fit-cart.server.ts'
import { type Asked, type PricedCart, priceLines, readLines } from './price-cart.server.ts'
import type { NamedItem } from './with-product-ids.server.ts'

/**
 * Prices what can be bought of a cart. A line is reduced to the units left, and left out without any; the notices say so. Nothing is held.
 * @param asked as in `priceCart`.
 * @throws cart_empty, and invalid_input for more pieces of one item than can be ordered.
 */
export async function quoteCart(
  ctx: Context,
  items: readonly NamedItem[],
  codes: readonly string[],
  asked: Asked = {},
): Promise<Quote> {
  const found = await readLines(ctx, items)
  const { short, ...fitted } = await fitLines(ctx, found)
  // Without a line no code could count, and the browser would forget the codes.
  return quoteOf(ctx, await priceLines(ctx, fitted, fitted.lines.length > 0 ? codes : [], asked), short)
}

/**
 * A priced cart in the API's form.
 * @param short the lines that were reduced or left out.
 */
function quoteOf(ctx: Context, cart: PricedCart, short: readonly ShortLine[]): Quote {
  const daysToLeave = businessDaysToLeave(ctx)
  return {
    mode: cart.mode,
    interval: cart.interval,
    lines: cart.lines.map(lineShown),
    ...priceShown(cart.price),
    shippingMethods: cart.rates.map(rate => methodShown(rate, daysToLeave)),
    shippingMethodId: cart.rate?.method.id ?? null,
    entries: entriesOf(cart.lines),
    codes: cart.codes.counted.map(({ known, amount }) => ({
      code: known.code,
      type: known.type,
      discount: known.type === 'coupon' ? presentDiscount(known) : null,
      amount: toDollars(amount),
    })),
    notices: noticesOf(cart, short),
  }
}

/** Business days from the payment to the arrival: those until the parcel leaves, and those on the way. */
function methodShown({ method: { id, name, days }, cents }: Rate, daysToLeave: number | null) {
  const isTold = days !== null && daysToLeave !== null
  return {
    ...{ id, name, amount: toDollars(cents) },
    daysFrom: isTold ? daysToLeave + days.from : null,
    daysTo: isTold ? daysToLeave + days.to : null,
  }
}

function noticesOf(
  { setAside, unavailable, codes, unshipped }: PricedCart,
  short: readonly ShortLine[],
): Quote['notices'] {
  const notices: Quote['notices'] = []
  if (setAside.length > 0) {
    const names = setAside.map(line => line.name).join(', ')
    const message = withFullStop(
      `Only the one-time items are charged now. Please buy subscription items in a separate cart: ${names}`,
    )
    notices.push({ code: 'mixed_cart', message })
  }
  for (const { name, ...item } of unavailable) {
    notices.push({ code: 'unavailable', message: `${name} can no longer be bought and is left out.`, ...item, left: 0 })
  }
  notices.push(...short.map(shortNotice))
  if (unshipped) notices.push({ code: 'not_shipped', message: unshipped })
  for (const refusal of codes.refused) {
    const { code: promo, reason } = refusal
    notices.push({ code: 'code_refused', message: sentenceFor(refusal), promo, reason })
  }
  return notices
}

function shortNotice({ line, left, reason }: ShortLine): Quote['notices'][number] {
  const { productId, variantId } = line
  const options = Object.values(line.options).join(', ')
  const name = options ? `${line.name} (${options})` : line.name
  const about = { code: reason, productId, variantId, left }
  if (left === 0) return { ...about, message: `${name} is sold out and is left out.` }
  const why =
    reason === 'out_of_stock'
      ? `only ${left} left`
      : `until your first order is paid, you can order at most ${left} of one thing`
  return { ...about, message: `${name}: ${why}. Quantity changed to ${left}.` }
}

/**
 * True when the browser's prices differ from the server's: of a piece, the fee, the discount or the total, or a membership among charged
 * goods. The browser's values are only compared and never trusted.
 */
export function isPricedOtherwise(body: CheckoutBody, cart: PricedCart): boolean {
  const { fee, discount, total } = cart.price
  const differs = (dollars: number | undefined, cents: Cents) => dollars !== undefined && toCents(dollars) !== cents
  if (differs(body.discount, discount) || differs(body.total, total)) return true
  if ((Object.keys(fee) as (keyof Fee)[]).some(part => differs(body.mpf?.[part], fee[part]))) return true
  // A method that no longer sends this cart.
  if (body.shippingMethodId !== undefined && cart.rate && cart.rate.method.id !== body.shippingMethodId) return true
  if (body.subscription !== undefined && body.subscription !== (cart.mode === 'subscription')) return true
  return body.items.some(item => {
    const line = [...cart.lines, ...cart.setAside].find(
      ({ productId, variantId }) => productId === item.productId && (!item.variantId || variantId === item.variantId),
    )
    if (!line) return false
    return (
      differs(item.price, unitCentsOf(line)) ||
      (item.tier !== undefined && item.tier !== line.tier) ||
      (item.interval !== undefined && line.isSubscription && item.interval !== line.interval)
    )
  })
}
