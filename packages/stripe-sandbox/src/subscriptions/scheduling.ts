import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { periodEnd, repriced } from '../objects/subscription.ts'
import { periodOf } from './subscribing.ts'

/**
 * Starts the schedule phase that begins at this moment: its price, and a new billing cycle.
 * @returns whether there was a phase.
 */
export function applyPhase(work: Work, subscription: Row<'subscription'>, moment: number): boolean {
  const schedule = work.find('subscription_schedule', subscription.data.schedule)
  const { end } = periodOf(subscription.data)
  const phase = schedule?.data.phases.find(({ start_date }) => start_date === end)
  if (!schedule || !phase) return false
  const { price: id, quantity = 1 } = phase.items[0]!
  const price = work.get('price', String(id)).data
  const { items } = subscription.data
  const period = { start: end, end: periodEnd(end, price.recurring!, 1) }
  const data = items.data.map(item => repriced(item, price, quantity, period))
  const planName = schedule.hidden.planName ?? subscription.hidden.planName ?? 'Membership'
  work.change(
    subscription,
    { items: { ...items, data }, billing_cycle_anchor: end },
    { hidden: { periods: 1, planName } },
  )
  work.change(schedule, { current_phase: { start_date: phase.start_date, end_date: phase.end_date } })
  work.emit('subscription_schedule.updated', schedule.data, moment)
  return true
}

/** Releases a subscription from a schedule whose last phase is over. */
export function releaseEnded(work: Work, subscription: Row<'subscription'>, moment: number): void {
  const schedule = work.find('subscription_schedule', subscription.data.schedule)
  const last = schedule?.data.phases.at(-1)
  if (schedule && last && last.end_date <= periodOf(subscription.data).start) {
    releaseSchedule(work, schedule, subscription, moment)
  }
}

/** Ends a schedule; the subscription continues unchanged. */
export function releaseSchedule(
  work: Work,
  schedule: Row<'subscription_schedule'>,
  subscription: Row<'subscription'>,
  moment: number,
): void {
  work.change(schedule, {
    status: 'released',
    released_at: moment,
    released_subscription: subscription.id,
    subscription: null,
    current_phase: null,
  })
  work.change(subscription, { schedule: null })
  work.emit('subscription_schedule.released', schedule.data, moment)
}
