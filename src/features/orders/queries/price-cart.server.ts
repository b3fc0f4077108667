import type { Context } from '#adapters/context.ts'
import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { type CatalogPrice, catalogPrices } from '#features/catalog/queries/prices.server.ts'
import { profileOf } from '#features/identity/queries.server.ts'
import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { type CheckoutItem, ORDER_ERRORS } from '../contract.ts'
import { type Breakdown, type PricedLine, priceGoods, priceMembership } from '../rules.ts'

const refuse = refusals(ORDER_ERRORS)

/** A line of a cart as the catalogue has it now; what is stored with an order and shown in a quote. */
export type CartLine = PricedLine & {
  productId: string
  variantId: string
  name: string
  options: Record<string, string>
  image: string | null
  isSubscription: boolean
  interval: 'month' | 'year'
}

export type PricedCart = {
  mode: 'payment' | 'subscription'
  /** Of a membership; null for goods. */
  interval: 'month' | 'year' | null
  /** What is charged. */
  lines: CartLine[]
  /** Memberships of a mixed cart: they are bought in a cart of their own (checkout-and-admin.md section 4). */
  setAside: CartLine[]
  /** Names of what is in the cart and cannot be bought any more. */
  unavailable: string[]
  /** Names of what is there, but not in this quantity. */
  short: string[]
  price: Breakdown
}

/**
 * Prices a cart from the catalogue alone; nothing the browser says of prices comes in here.
 * @param discount in whole cents.
 * @throws cart_empty, and invalid_input for more pieces of one thing than can be ordered.
 */
export async function priceCart(
  ctx: Context,
  items: readonly CheckoutItem[],
  discount: Cents = 0,
): Promise<PricedCart> {
  if (items.length === 0) throw refuse('cart_empty')
  const prices = await catalogPrices(
    ctx,
    items.map(item => item.productId),
  )
  const lines = new Map<string, CartLine>()
  const unavailable: string[] = []
  const short = new Set<string>()
  for (const item of items) {
    const product = prices.get(item.productId)
    const variant = product && variantOf(product, item.variantId)
    if (!product?.forSale || !variant) {
      unavailable.push(product?.name ?? item.name ?? 'A product')
      continue
    }
    const quantity = item.quantity + (lines.get(variant.id)?.quantity ?? 0)
    if (quantity > MAX_QUANTITY)
      throw refuseInput('invalid_input', {}, { items: [`At most ${MAX_QUANTITY} of one thing`] })
    if (variant.free !== null && variant.free < quantity) short.add(product.name)
    lines.set(variant.id, lineOf(product, variant, quantity))
  }
  const goods = [...lines.values()].filter(line => !line.isSubscription)
  const memberships = [...lines.values()].filter(line => line.isSubscription)
  const found = { unavailable, short: [...short] }
  if (goods.length === 0 && memberships.length > 0) {
    const price = priceMembership(memberships)
    return {
      ...found,
      mode: 'subscription',
      interval: memberships[0]!.interval,
      lines: memberships,
      setAside: [],
      price,
    }
  }
  const price = priceGoods(goods, ctx.settings, { discount, shipTo: await stateOf(ctx) })
  return { ...found, mode: 'payment', interval: null, lines: goods, setAside: memberships, price }
}

/** The chosen variant; what comes in one form only need not be chosen. */
function variantOf(product: CatalogPrice, id: string | undefined) {
  if (id) return product.variants.find(variant => variant.id === id)
  return product.variants.length === 1 ? product.variants[0] : undefined
}

function lineOf(product: CatalogPrice, variant: CatalogPrice['variants'][number], quantity: number): CartLine {
  return {
    productId: product.productId,
    variantId: variant.id,
    name: product.name,
    options: { ...variant.options },
    image: product.image,
    tier: product.tier,
    entries: product.entries,
    listCents: product.priceCents,
    saleCents: product.salePriceCents,
    quantity,
    isSubscription: product.isSubscription,
    interval: product.interval,
  }
}

/** Only a tax by destination asks where the parcel goes, so the usual quote is one statement. */
async function stateOf(ctx: Context): Promise<string | undefined> {
  if (ctx.settings.tax.mode === 'fixed' || !ctx.actor) return undefined
  return (await profileOf(ctx, ctx.actor.userId))?.shippingAddress?.state
}
