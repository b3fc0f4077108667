import { Hono } from 'hono'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { newPhase, newSchedule } from '../../objects/schedule.ts'
import { periodEnd } from '../../objects/subscription.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { invalid } from '../../request/faults.ts'
import { expand, integer, mergedMetadata, metadata, text } from '../../request/params.ts'
import { releaseSchedule } from '../../subscriptions/scheduling.ts'
import { ownTime } from '../../subscriptions/subscribing.ts'
import { recurring, recurringPriceData, recurringPriceOf } from './line-items.ts'

const quantity = integer.refine(count => count >= 1, 'integer').default(1)
const phase = z.strictObject({
  items: z
    .array(z.strictObject({ price: text.optional(), price_data: recurringPriceData.optional(), quantity }))
    .length(1),
  start_date: integer.optional(),
  end_date: integer.optional(),
  duration: recurring.optional(),
  proration_behavior: z.literal('none').optional(),
})
const update = z.strictObject({
  phases: z.array(phase).min(1).max(2).optional(),
  end_behavior: z.literal('release').optional(),
  proration_behavior: z.literal('none').optional(),
  metadata: metadata.optional(),
  expand,
})

/** `/v1/subscription_schedules`: for a running subscription, with one price change at the period's end. */
export function subscriptionSchedules(api: Api): Hono {
  const app = new Hono()
  app.post('/', endpoint(api, z.strictObject({ from_subscription: text, expand }), createSchedule))
  app.get('/:id', retrieval(api, 'subscription_schedule'))
  app.post('/:id', endpoint(api, update, updateSchedule))
  app.post(
    '/:id/release',
    endpoint(api, z.strictObject({ expand }), async (work, _params, id) => {
      const { schedule, subscription } = await active(work, id)
      releaseSchedule(work, schedule, subscription, ownTime(work, subscription))
      work.emit('customer.subscription.updated', subscription.data, ownTime(work, subscription))
      return schedule.data
    }),
  )
  return app
}

async function loaded(work: Work, id: string): Promise<Row<'subscription_schedule'>> {
  await work.load([id], { deep: true })
  return work.get('subscription_schedule', id)
}

async function active(work: Work, id: string) {
  const schedule = await loaded(work, id)
  const subscription = work.find('subscription', schedule.data.subscription)
  if (schedule.data.status === 'active' && subscription) return { schedule, subscription }
  throw invalid(
    `You cannot change a subscription schedule that is currently in the \`${schedule.data.status}\` status.`,
  )
}

async function createSchedule(work: Work, { from_subscription }: { from_subscription: string }) {
  const subscription = await work.retrieve('subscription', from_subscription, 'from_subscription')
  const { status, schedule, cancel_at_period_end } = subscription.data
  if (schedule) {
    throw invalid(`You cannot migrate a subscription that is already attached to a schedule: ${subscription.id}.`, {
      param: 'from_subscription',
    })
  }
  if (status === 'canceled' || cancel_at_period_end) {
    throw invalid('You cannot migrate a subscription that is canceled or set to cancel.', {
      param: 'from_subscription',
    })
  }
  const seconds = ownTime(work, subscription)
  const made = work.create('subscription_schedule', newSchedule(subscription.data, seconds))
  work.change(subscription, { schedule: made.id })
  work.emit('subscription_schedule.created', made.data, seconds)
  work.emit('customer.subscription.updated', subscription.data, seconds)
  return made.data
}

async function updateSchedule(work: Work, params: z.infer<typeof update>, id: string) {
  const { schedule, subscription } = await active(work, id)
  const seconds = ownTime(work, subscription)
  if (params.phases) await setPhases(work, schedule, params.phases)
  work.change(schedule, { metadata: mergedMetadata(schedule.data.metadata ?? {}, params.metadata) })
  work.emit('subscription_schedule.updated', schedule.data, seconds)
  return schedule.data
}

async function setPhases(work: Work, schedule: Row<'subscription_schedule'>, given: z.infer<typeof phase>[]) {
  const current = schedule.data.current_phase!
  await work.load(given.flatMap(({ items: [item] }) => [item!.price, item!.price_data?.product]))
  await work.load(given.map(({ items: [item] }) => work.find('price', item!.price)?.data.product as string | undefined))
  let planName = schedule.hidden.planName
  let start = current.start_date
  const phases = given.map((one, at) => {
    if (one.start_date !== undefined && one.start_date !== start) {
      const which = at === 0 ? 'the start date of the current phase' : 'phases so that they leave a gap'
      throw invalid(`You can not set ${which}.`, { param: `phases[${at}][start_date]` })
    }
    const [item] = one.items
    const { price, name } = recurringPriceOf(work, item!, `phases[${at}][items][0]`)
    if (at > 0) planName = name
    const { interval = 'month', interval_count = 1 } = one.duration ?? price.recurring!
    const length = { ...price.recurring!, interval, interval_count }
    const end = one.end_date ?? periodEnd(start, length, 1)
    if (end <= start) throw invalid('A phase must end after it starts.', { param: `phases[${at}][end_date]` })
    const made = newPhase({ price: price.id, quantity: item!.quantity, start, end })
    start = end
    return made
  })
  const { start_date, end_date } = phases[0]!
  work.change(
    schedule,
    { phases, current_phase: { start_date, end_date } },
    { hidden: planName === undefined ? {} : { planName } },
  )
}
