import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { type CatalogPrice, readCatalogPrices } from '#features/catalog/queries/prices.server.ts'
import { type CountedCodes, readCountedCodes } from '#features/codes/queries/counted-codes.server.ts'
import { MAX_CODES, normalized } from '#features/codes/rules.ts'
import type { Buyer } from '#features/identity/user/answers.ts'
import { findBuyer } from '#features/identity/user/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import { type Breakdown, priceGoods, priceMembership, worthOf } from '../../order/money/prices.ts'
import { type TaxBasis, taxBasisOf } from '../../order/money/tax.ts'
import { isFirstOrder } from '../../order/queries/paid-counts.server.ts'
import type { OrderLine } from '../../order/stored-order.server.ts'
import type { CheckoutBody } from '../contract.ts'
import type { NamedItem } from './with-product-ids.server.ts'

const refuse = refusals(ORDER_ERRORS)

/** A cart line at the catalogue's current state. It is stored with an order and shown in a quote. */
export type CartLine = Omit<OrderLine, 'position' | 'backordered'> & {
  isSubscription: boolean
  interval: 'month' | 'year'
  /** Units that no order holds; null when stock is not counted. */
  free: number | null
}

export type UnavailableItem = Pick<NamedItem, 'productId' | 'variantId'> & { name: string }

/** A cart's items at the catalogue's current state, merged by variant. */
export type FoundItems = { lines: CartLine[]; unavailable: UnavailableItem[] }

export type PricedCart = {
  mode: 'payment' | 'subscription'
  /** Billing interval of a membership; null for goods. */
  interval: 'month' | 'year' | null
  /** The charged lines. */
  lines: CartLine[]
  /** Memberships of a mixed cart. They need a cart of their own. */
  setAside: CartLine[]
  /** Items that are no longer for sale. */
  unavailable: UnavailableItem[]
  /** The codes that count, and the reasons of the others. */
  codes: CountedCodes
  price: Breakdown
  /** Basis of the tax; null for memberships, which are not taxed. */
  taxBasis: TaxBasis | null
}

/**
 * Prices a cart from the catalogue alone, without any price from the browser.
 * @param codes as typed. A code that does not count is listed with its reason and gives no discount.
 * @param buyer whose address decides about a tax by destination; without it, the caller's.
 * @throws cart_empty, and invalid_input for more pieces of one item than can be ordered.
 */
export async function priceCart(
  ctx: Context,
  items: readonly NamedItem[],
  codes: readonly string[] = [],
  buyer?: Buyer,
): Promise<PricedCart> {
  return priceLines(ctx, await readLines(ctx, items), codes, buyer)
}

/**
 * Prices a cart's lines.
 * @throws invalid_input for more pieces of one item than can be ordered.
 */
export async function priceLines(
  ctx: Context,
  { lines, ...found }: FoundItems,
  codes: readonly string[],
  buyer: Buyer | undefined,
): Promise<PricedCart> {
  if (lines.some(({ quantity }) => quantity > MAX_QUANTITY))
    throw refuseInput('invalid_input', {}, { items: [`At most ${MAX_QUANTITY} of one thing`] })
  const goods = lines.filter(line => !line.isSubscription)
  const memberships = lines.filter(line => line.isSubscription)
  const mode = goods.length === 0 && memberships.length > 0 ? 'subscription' : 'payment'
  const counted = await readCodesOfCart(ctx, codes, { mode, lines: goods })
  if (mode === 'subscription') {
    const price = priceMembership(memberships)
    const { interval } = memberships[0]!
    return { ...found, mode, interval, lines: memberships, setAside: [], codes: counted, price, taxBasis: null }
  }
  const shipTo = buyer ? buyer.shippingAddress?.state : await stateOf(ctx)
  const { shares } = counted
  return {
    ...found,
    mode,
    interval: null,
    lines: goods.map((line, at) => ({ ...line, discountCents: shares[at] ?? 0 })),
    setAside: memberships,
    codes: counted,
    price: priceGoods(goods, ctx.settings, { shares, shipTo }),
    taxBasis: taxBasisOf(ctx.settings.tax, shipTo),
  }
}

/** Which codes count for the goods of a cart, and why the others do not. */
export const readCodesOfCart = (
  ctx: Context,
  asked: readonly string[],
  { mode, lines }: Pick<PricedCart, 'mode' | 'lines'>,
): Promise<CountedCodes> =>
  readCountedCodes(ctx, {
    asked,
    cart: { mode, lines: lines.map(line => ({ ...line, worthCents: worthOf(line) })) },
    isFirstOrder: isFirstOrder(ctx),
  })

/**
 * Returns the codes of a request, `code` and `codes` together. Blank codes are ignored; a repeated code counts once.
 * @throws invalid_input for more codes than an order may have.
 */
export function codesOf({ code = '', codes = [] }: Pick<CheckoutBody, 'code' | 'codes'>): string[] {
  const found = [...new Set([code, ...codes].map(normalized))].filter(Boolean)
  if (found.length > MAX_CODES)
    throw refuseInput('invalid_input', {}, { codes: [`At most ${MAX_CODES} codes at once`] })
  return found
}

/** The cart's lines at the catalogue's state, merged by variant, and the unavailable items. @throws cart_empty. */
export async function readLines(ctx: Context, items: readonly NamedItem[]): Promise<FoundItems> {
  if (items.length === 0) throw refuse('cart_empty')
  const prices = await readCatalogPrices(
    ctx,
    items.map(item => item.productId),
  )
  const lines = new Map<string, CartLine>()
  const unavailable: UnavailableItem[] = []
  for (const item of items) {
    const product = prices.get(item.productId)
    const variant = product && variantOf(product, item.variantId)
    if (!product?.forSale || !variant) {
      const { productId, variantId } = item
      unavailable.push({ productId, variantId, name: product?.name ?? item.name ?? 'A product' })
      continue
    }
    const quantity = item.quantity + (lines.get(variant.id)?.quantity ?? 0)
    lines.set(variant.id, lineOf(product, variant, quantity))
  }
  return { lines: [...lines.values()], unavailable }
}

/** The chosen variant. A product with a single variant needs no choice. */
function variantOf(product: CatalogPrice, id: string | undefined) {
  if (id) return product.variants.find(variant => variant.id === id)
  return product.variants.length === 1 ? product.variants[0] : undefined
}

function lineOf(product: CatalogPrice, variant: CatalogPrice['variants'][number], quantity: number): CartLine {
  return {
    productId: product.productId,
    variantId: variant.id,
    sku: variant.sku,
    name: product.name,
    options: { ...variant.options },
    image: product.image,
    tier: product.tier,
    entries: product.entries,
    ...(variant.priceCents === null
      ? { listCents: product.priceCents, saleCents: product.salePriceCents }
      : { listCents: variant.priceCents, saleCents: null }),
    quantity,
    free: variant.free,
    isSubscription: product.isSubscription,
    interval: product.interval,
    discountCents: 0,
  }
}

/** Only a tax by destination needs the shipping state, so the usual quote is one statement. */
async function stateOf(ctx: Context): Promise<string | undefined> {
  if (ctx.settings.tax.mode === 'fixed' || !ctx.actor) return undefined
  return (await findBuyer(ctx, ctx.actor.userId))?.shippingAddress?.state
}
