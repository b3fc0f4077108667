import type { OrderStep, Step } from '#app/testing/money-model/plan.ts'
import { count, type Order, type Run } from '../run-state.ts'
import { advance, deliver, killIdle, planMishap, runJob, runProvider, runTask } from './machinery.ts'
import { advanceBilling, changeMembership, subscribe } from './member.ts'
import { cancel, checkout, comeBack, enter, pay, quote } from './shopper.ts'
import { cancelByStaff, freeze, openGiveaway, pack, preview, refund, ship, stopCode } from './staff.ts'

/** What happens besides the steps of shoppers and staff: jobs, tasks, the provider, time. */
const KINDS = {
  step: 60,
  job: 18,
  task: 4,
  deliver: 7,
  provider: 1,
  advance: 6,
  mishap: 0,
  death: 0,
  giveaway: 1,
  freeze: 1,
  subscribe: 2,
  membership: 3,
  billing: 0.4,
}
type Kind = keyof typeof KINDS

/** Chooses the next command and performs it. @returns the command and its outcome. */
export async function perform(run: Run, step: Step): Promise<string> {
  const { chance, weather, tally } = run
  const weights = { ...KINDS, mishap: weather.mishaps / 10, death: weather.deaths / 20 }
  const kind = chance.weighted(Object.keys(weights) as Kind[], name => weights[name])
  // Both are chosen in any case, so that commands do not shift each other.
  const place = chance.oneOf(run.worlds)
  const name = kind === 'step' ? step.do : kind
  const outcome = await (kind === 'step' ? takeStep(run, place, step) : ACTS[kind](run, place))
  count(tally.commands, name)
  count(tally.outcomes, `${name} ${outcome}`)
  return `${name} ${outcome}`
}

type Act = (run: Run, place: Run['worlds'][number]) => Promise<string> | string
const ACTS: Record<Exclude<Kind, 'step'>, Act> = {
  job: runJob,
  task: run => runTask(run),
  deliver,
  provider: runProvider,
  advance,
  mishap: planMishap,
  death: killIdle,
  giveaway: openGiveaway,
  subscribe,
  membership: changeMembership,
  billing: advanceBilling,
  freeze(run) {
    const open = run.giveaways.filter(giveaway => !giveaway.isFrozen && giveaway.entries > 0)
    return open.length > 0 ? freeze(run, open[0]!) : 'none'
  },
}

async function takeStep(run: Run, place: Run['worlds'][number], step: Step): Promise<string> {
  if ('order' in step) {
    const order = orderFor(run, place, step)
    return order ? onOrder(run, order, step) : 'no order'
  }
  if ('items' in step) return step.do === 'quote' ? quote(run, place, step) : checkout(run, place, step)
  if (step.do === 'send') return runJob(run)
  if (step.do === 'enter') {
    const open = run.giveaways.filter(({ isFrozen }) => !isFrozen)
    return open.length > 0 ? enter(run, open.at(-1)!, place.people[step.user]!, step.count) : 'no giveaway'
  }
  return stopCode(run, place.world.coupons[step.coupon]!.id, step.do)
}

/** The order that a step means: mostly one of the newest of its kind. */
function orderFor({ orders }: Run, { world }: Run['worlds'][number], step: OrderStep): Order | undefined {
  const own = orders.filter(order => order.world === world)
  const wantsPaid = ['preview', 'refund', 'pack', 'ship', 'cancelByStaff'].includes(step.do)
  const meant = step.any ? own : own.filter(({ isPaid, isOver }) => isPaid === wantsPaid && (isPaid || !isOver))
  return meant.at(-1 - step.order) ?? meant[0]
}

async function onOrder(run: Run, order: Order, step: OrderStep): Promise<string> {
  switch (step.do) {
    case 'pay':
      return pay(run, order)
    case 'settle':
    case 'lapse':
      return comeBack(run, order)
    case 'cancel':
      return cancel(run, order)
    case 'cancelByStaff':
      return cancelByStaff(run, order)
    case 'pack':
      return pack(run, order)
    case 'ship':
      return ship(run, order)
    case 'preview':
      return preview(run, order, step)
    case 'refund':
      return refund(run, order, step)
  }
}
