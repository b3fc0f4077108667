import { newId } from '#platform/values/ids.server.ts'
import { makeCrowd, makeGiveaways, type User } from '../crowd.ts'
import type { ShopUnderTest } from './rig.ts'
import type { World } from './world.ts'

const PROBE_MS = 100
const ANSWER_MS = 20_000
/** Claimants, and the slots that each may take. */
const PEOPLE = 1000
const LIMIT = 50
const SLOTS = 100_000

export const PROBES = ['page', 'list', 'account', 'claim', 'checkout'] as const
export type ProbeName = (typeof PROBES)[number]
type Ask = () => Promise<string>
type Answered = { isGood: boolean; sentAt: number; answeredAt: number }
export type Watched = { answers: Record<string, number>; all: Answered[]; longestMs: number }

type Call = { path: string; as?: User; body?: object; key?: string; onGood?: (json: string) => void }

/** Calls of each kind that try nothing twice: '200', another status, `… without a sentence`, or the name of an error. */
export async function makeProbes({ origin, observer }: ShopUnderTest, world: World) {
  const { promises, shelf } = world
  const people = await makeCrowd(observer.services.pool, PEOPLE, LIMIT)
  const [giveawayId] = (await makeGiveaways(observer.services.pool, 1, SLOTS, LIMIT)) as [string]
  let n = 0
  const someone = () => people[n++ % PEOPLE]!
  let slot = 0

  async function ask({ path, as, body, key, onGood }: Call): Promise<string> {
    try {
      const answer = await fetch(origin + path, {
        headers: {
          ...(as && { authorization: `Bearer ${as.token}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      const text = await answer.text()
      if (answer.status === 200) onGood?.(text)
      const isBare = answer.status >= 500 && !hasSentence(answer.headers.get('content-type') ?? '', text)
      return isBare ? `${answer.status} without a sentence` : String(answer.status)
    } catch (error) {
      return (error as Error).name
    }
  }

  const asks: Record<ProbeName, Ask> = {
    // A word that none was asked for, so that no page or list comes from memory.
    page: () => ask({ path: `/store?q=-drill${n++}` }),
    list: () => ask({ path: `/api/products?q=drill${n++}` }),
    account: () => ask({ path: '/api/credits', as: someone() }),
    claim() {
      const [as, number] = [someone(), ++slot]
      const onGood = () => promises.claim.push({ giveawayId, slot: number, userId: as.userId })
      return ask({ path: `/api/giveaways/${giveawayId}/entries`, as, body: { slots: [number] }, onGood })
    },
    checkout() {
      const as = someone()
      const body = { items: [{ productId: shelf.productId, variantId: shelf.variantId, quantity: 1 }] }
      const onGood = (json: string) => promises.order.push({ orderId: JSON.parse(json).orderId, userId: as.userId })
      return ask({ path: '/api/payments/checkout-session', as, body, key: newId(), onGood })
    },
  }
  return { asks, giveawayId }
}

/** Problem details of the API, or a page that tells what to do. */
function hasSentence(type: string, text: string): boolean {
  if (type.startsWith('text/html')) return /retry shortly|try again/i.test(text)
  return type === 'application/problem+json' && / .+\.$/.test(JSON.parse(text).detail ?? '')
}

/** Asks every 100 ms, and measures the longest time between two good answers. */
export async function watch(ask: Ask, isOver: () => boolean): Promise<Watched> {
  const answers: Record<string, number> = {}
  const all: Answered[] = []
  let last = performance.now()
  let longestMs = 0
  while (!isOver()) {
    const sentAt = performance.now()
    const answer = await ask()
    const answeredAt = performance.now()
    answers[answer] = (answers[answer] ?? 0) + 1
    all.push({ isGood: answer === '200', sentAt, answeredAt })
    if (answer === '200') {
      longestMs = Math.max(longestMs, answeredAt - last)
      last = answeredAt
    }
    await new Promise(done => setTimeout(done, PROBE_MS))
  }
  return { answers, all, longestMs: Math.max(longestMs, performance.now() - last) }
}
