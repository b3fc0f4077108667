import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { invalid } from '../../request/faults.ts'
import { integer, text } from '../../request/params.ts'
import type { NewPlan } from '../../subscriptions/plan-changing.ts'
import { recurringPriceData, recurringPriceOf } from './line-items.ts'

const quantity = integer.refine(count => count >= 1, 'integer').optional()

/** Parameters of a plan change, also used by the preview. */
export const planParams = {
  items: z
    .array(z.strictObject({ id: text, price: text.optional(), price_data: recurringPriceData.optional(), quantity }))
    .length(1)
    .optional(),
  // The sandbox does not support Stripe's default, prorations on the next invoice, so callers must set the parameter.
  proration_behavior: z.enum(['always_invoice', 'none']).optional(),
  proration_date: integer.optional(),
}
type Given = z.infer<z.ZodObject<typeof planParams>>

/** Loads a subscription with its references. @throws Fault when the subscription has ended. */
export async function running(work: Work, id: string, param = 'id'): Promise<Row<'subscription'>> {
  await work.load([id], { deep: true })
  const subscription = work.get('subscription', id, param)
  if (subscription.data.status !== 'canceled') return subscription
  throw invalid('A canceled subscription can only update its cancellation_details and metadata.', {
    code: 'invalid_canceled_subscription_fields',
  })
}

/** Reads the requested plan. @throws Fault in Stripe's words, or for features that the sandbox lacks. */
export async function planGiven(work: Work, subscription: Row<'subscription'>, given: Given): Promise<NewPlan> {
  const [item] = given.items ?? []
  const before = subscription.data.items.data[0]!
  if (item?.id !== before.id) {
    const message = `Invalid subscription item: '${item?.id}' is not an item of ${subscription.id}`
    throw invalid(message, { param: 'items[0][id]' })
  }
  if (!given.proration_behavior) {
    throw invalid('The sandbox puts no prorations on the next bill: say `always_invoice` or `none`.', {
      param: 'proration_behavior',
    })
  }
  await work.load([item.price, item.price_data?.product])
  await work.load([work.find('price', item.price)?.data.product as string | undefined])
  const { price, name } = recurringPriceOf(work, item, 'items[0]')
  const count = item.quantity ?? before.quantity ?? 1
  return { price, name, quantity: count, proration: given.proration_behavior, prorationDate: given.proration_date }
}
