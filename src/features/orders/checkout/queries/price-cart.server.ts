import { MAX_QUANTITY } from '#features/cart/cart-item.ts'
import { type CatalogPrice, readCatalogPrices } from '#features/catalog/queries/prices.server.ts'
import { type CountedCodes, readCountedCodes } from '#features/codes/queries/counted-codes.server.ts'
import { MAX_CODES, normalized } from '#features/codes/rules.ts'
import type { Buyer } from '#features/identity/user/answers.ts'
import { findBuyer } from '#features/identity/user/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { whyUnserved } from '#kernel/shipping/rates/in-words.ts'
import { chosenRate, type Rate, ratesOf } from '#kernel/shipping/rates/rates.ts'
import { zoneOf } from '#kernel/shipping/rates/shipping-zones.ts'
import type { Cents } from '#kernel/values/money.ts'
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
  /** Grams of one unit; null: not known. */
  weightGrams: number | null
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
  /** The methods that can send the cart with their prices, and the one that is charged; none for memberships. */
  rates: readonly Rate[]
  rate: Rate | undefined
  /** Why the cart cannot be sent, in a sentence; null where it can. */
  unshipped: string | null
}

/** For whom a cart is priced, and how it is sent. */
export type Asked = { buyer?: Buyer | undefined; methodId?: string | undefined }

/**
 * Prices a cart from the catalogue alone, without any price from the browser.
 * @param codes as typed. A code that does not count is listed with its reason and gives no discount.
 * @param asked the buyer whose address decides about shipping and a tax by destination; without it, the caller's. And the chosen method.
 * @throws cart_empty, and invalid_input for more pieces of one item than can be ordered.
 */
export async function priceCart(
  ctx: Context,
  items: readonly NamedItem[],
  codes: readonly string[] = [],
  { buyer, methodId }: Asked = {},
): Promise<PricedCart> {
  return priceLines(ctx, await readLines(ctx, items), codes, { buyer, methodId })
}

/**
 * Prices a cart's lines.
 * @throws invalid_input for more pieces of one item than can be ordered.
 */
export async function priceLines(
  ctx: Context,
  { lines, ...found }: FoundItems,
  codes: readonly string[],
  { buyer, methodId }: Asked,
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
    return {
      ...found,
      mode,
      interval,
      lines: memberships,
      setAside: [],
      codes: counted,
      price,
      taxBasis: null,
      ...UNSENT,
    }
  }
  const address = buyer ? buyer.shippingAddress : await findAddress(ctx)
  const shipTo = address?.state
  const { shares } = counted
  const sent = shippingOf(ctx, goods, { shares, address, methodId })
  return {
    ...found,
    mode,
    interval: null,
    lines: goods.map((line, at) => ({ ...line, discountCents: shares[at] ?? 0 })),
    setAside: memberships,
    codes: counted,
    price: priceGoods(goods, ctx.settings, { shares, shipTo, shipping: sent.rate?.cents ?? 0 }),
    taxBasis: taxBasisOf(ctx.settings.tax, shipTo),
    ...sent,
  }
}

/** What costs no shipping: memberships, and a cart without goods. */
const UNSENT = { rates: [], rate: undefined, unshipped: null }

type Address = Buyer['shippingAddress'] | undefined
type Sending = { shares: readonly Cents[]; address: Address; methodId: string | undefined }

/**
 * The methods that can send the goods. What no method sends has no price, and the checkout refuses it.
 * @param sending without an address, the shop's own state stands for it until the buyer has one
 */
function shippingOf(ctx: Context, goods: readonly CartLine[], { shares, address, methodId }: Sending) {
  if (goods.length === 0) return UNSENT
  const to = address ?? { state: ctx.settings.tax.state, country: 'US' }
  const { methods } = zoneOf(ctx, to)
  const netCents = goods.reduce((sum, line, at) => sum + worthOf(line) - (shares[at] ?? 0), 0)
  const parcel = { netCents, lines: goods }
  const rates = ratesOf({ methods }, parcel)
  const rate = chosenRate(rates, methodId)
  return { rates, rate, unshipped: rate ? null : whyUnserved(methods, to.state, parcel) }
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
    weightGrams: variant.weightGrams,
    free: variant.free,
    isSubscription: product.isSubscription,
    interval: product.interval,
    discountCents: 0,
  }
}

/** Only a tax by destination and zones of shipping need the state of the address, so the usual quote is one statement. */
async function findAddress(ctx: Context): Promise<Address> {
  if (!ctx.actor || (ctx.settings.tax.mode === 'fixed' && ctx.shippingZones.length === 0)) return undefined
  return (await findBuyer(ctx, ctx.actor.userId))?.shippingAddress
}
