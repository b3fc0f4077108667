import { ORIGIN } from '../machine/machine.ts'
import type { Person, Run } from '../run-state.ts'
import { ask, outcomeOf } from './ask.ts'

type Place = Run['worlds'][number]
const PLANS = ['monthly', 'monthly', 'yearly'] as const
const ACTS = ['cancel', 'resume', 'pay', 'refresh'] as const
/** Long enough for a renewal, or for the provider's next try of one that failed. */
const DAYS = [3, 31, 31]

const someone = ({ chance }: Run, { people }: Place): Person => people[chance.below(people.length)]!

/** Begins a membership. Its order is paid, left or cancelled like any other. */
export async function subscribe(run: Run, place: Place): Promise<string> {
  run.machine.clock.advance(1)
  const as = someone(run, place)
  const plan = run.chance.oneOf(PLANS)
  const answer = await ask(run, { as, path: '/api/subscriptions', json: { plan } }, 'subscribe')
  if (answer?.status !== 200) return outcomeOf(answer)
  const { orderId, url } = answer.json
  run.promises.order.push({ orderId, userId: as.userId })
  if (!run.orders.some(order => order.id === orderId))
    run.orders.push({
      ...{ id: orderId, url, buyer: as, world: place.world, isPaid: false, isOver: false, isMembership: true },
      sessionId: new URL(url, ORIGIN).pathname.split('/').at(-1)!,
    })
  return 'ok'
}

/** A member cancels, resumes, pays a failed renewal, or looks. */
export async function changeMembership(run: Run, place: Place): Promise<string> {
  const as = someone(run, place)
  const act = run.chance.oneOf(ACTS)
  const mine = await ask(run, { as, path: '/api/my/subscription' }, 'my subscription')
  if (mine?.status !== 200 || !mine.json.id) return `${act} nothing`
  const json = { subscriptionId: mine.json.id }
  const path = `/api/subscriptions/${act}`
  return `${act} ${outcomeOf(await ask(run, { as, path, ...(act === 'refresh' ? { method: 'POST' } : { json }) }, `${act} membership`))}`
}

/** The provider's time goes on for all subscriptions: they renew, fail, are tried again and end. */
export async function advanceBilling({ machine, chance }: Run): Promise<string> {
  const days = chance.oneOf(DAYS)
  const request = new Request(new URL('/dev/stripe/advance', ORIGIN), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ days }),
  })
  const answer = await machine.shop.paymentProvider.sandbox!.app.fetch(request)
  return `${days} days ${answer.status}`
}
