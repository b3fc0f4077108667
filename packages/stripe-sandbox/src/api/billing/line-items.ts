import type Stripe from 'stripe'
import { z } from 'zod'
import type { Work } from '../../books/work.ts'
import { newPrice, newProduct } from '../../objects/catalogue.ts'
import { newLineItem } from '../../objects/session.ts'
import { invalid } from '../../request/faults.ts'
import { address, cents, currency, integer, metadata, text } from '../../request/params.ts'

export const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.refine(count => count >= 1 && count <= 52, 'count').optional(),
})

/** An inline price of a running subscription, for an existing product. */
export const recurringPriceData = z.strictObject({ currency, unit_amount: cents, product: text, recurring })

/** Returns the price for a subscription's item, given by id or inline, and stores an inline price. Price and product must be loaded. */
export function recurringPriceOf(
  work: Work,
  given: { price?: string | undefined; price_data?: z.infer<typeof recurringPriceData> | undefined },
  param: string,
): { price: Stripe.Price; name: string } {
  if (given.price) {
    const { data } = work.get('price', given.price, `${param}[price]`)
    if (!data.recurring) {
      throw invalid('The price specified is set to `type=one_time`.', { param: `${param}[price]` })
    }
    return { price: data, name: work.find('product', data.product)?.data.name ?? 'Membership' }
  }
  if (!given.price_data) throw lacking(`${param}[price]`)
  const { product, unit_amount, recurring } = given.price_data
  const { name } = work.get('product', product, `${param}[price_data][product]`).data
  const made = newPrice({ product, unit_amount, recurring }, work.seconds, false)
  return { price: work.create('price', made).data, name }
}

const priceData = z.strictObject({
  currency,
  unit_amount: cents,
  product: text.optional(),
  product_data: z
    .strictObject({
      name: z.string().min(1).max(250),
      description: text.optional(),
      images: z.array(address).max(8).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  recurring: recurring.optional(),
})

export const lineItem = z.strictObject({
  quantity: integer.refine(quantity => quantity >= 1 && quantity <= 999_999, 'integer'),
  price: text.optional(),
  price_data: priceData.optional(),
})
type Given = z.infer<typeof lineItem>

/**
 * Creates the lines of a new session. Prices and products that the lines name must be loaded.
 * An inline one-off price exists only in its line, because nothing refers to the price later.
 * An inline recurring price is stored with its product, because the subscription keeps referring to both.
 * @throws Fault for a line with no price, with two prices, or with a price that does not fit the mode.
 */
export function lineItemsOf(work: Work, mode: 'payment' | 'subscription', given: Given[]): Stripe.LineItem[] {
  const lines = given.map((item, at) => lineItemOf(work, item, `line_items[${at}]`))
  const recurs = lines.filter(line => line.price?.recurring)
  if (mode === 'payment' && recurs.length > 0) {
    const message =
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.'
    throw invalid(message, { param: 'line_items' })
  }
  if (mode === 'subscription' && recurs.length !== 1) {
    throw invalid('You must provide one recurring price in `subscription` mode.', { param: 'line_items' })
  }
  return lines
}

function lineItemOf(work: Work, { quantity, price, price_data }: Given, param: string): Stripe.LineItem {
  if (price && price_data) {
    const message = `You may only specify one of these parameters: ${param}[price], ${param}[price_data].`
    throw invalid(message, { code: 'parameters_exclusive', param: `${param}[price]` })
  }
  if (price) {
    const { data } = work.get('price', price, `${param}[price]`)
    if (!data.active) throw invalid(`The price specified is inactive: ${price}`, { param: `${param}[price]` })
    return newLineItem(data, work.get('product', String(data.product)).data.name, quantity)
  }
  if (!price_data) throw lacking(`${param}[price]`)
  const { product, product_data, unit_amount } = price_data
  if (product) {
    const known = work.get('product', product, `${param}[price_data][product]`)
    return inlineLine(work, { product: known.data, unit_amount, recurring: price_data.recurring, quantity })
  }
  if (!product_data) throw lacking(`${param}[price_data][product]`)
  const made = newProduct(product_data, work.seconds)
  if (price_data.recurring) work.create('product', made)
  return inlineLine(work, { product: made, unit_amount, recurring: price_data.recurring, quantity })
}

type Inline = {
  product: Stripe.Product
  unit_amount: number
  recurring: z.infer<typeof recurring> | undefined
  quantity: number
}

function inlineLine(work: Work, { product, unit_amount, recurring, quantity }: Inline): Stripe.LineItem {
  const price = newPrice({ product: product.id, unit_amount, recurring }, work.seconds, false)
  if (recurring) work.create('price', price)
  return newLineItem(price, product.name, quantity)
}

const lacking = (param: string) => invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
