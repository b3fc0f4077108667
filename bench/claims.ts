import { DEFAULT_ENTRY_LIMITS } from '#features/draw-log/rules.ts'
import { retryOnDeadlock } from '#platform/db/deadlock.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Site } from './bench-kinds.ts'
import { makeCrowd, makeGiveaways } from './crowd.ts'
import { loop, median, post, SECONDS } from './load.ts'
import { perPiece, processorTimeOf } from './processor-time.ts'
import { sized } from './short.ts'
import { perSecond } from './table.ts'

const GIVEAWAYS = 20
const WIDTH = 32
const SLOTS = sized(100_000, 5000)
const PEOPLE = sized(4000, 1000)
const LIMIT = 50
/** Cycles through people and giveaways, so that concurrent claims are by different people and do not wait for each other. */
const turn = <T>(list: T[], n: number) => list[n % list.length]!

/** Compares claims over HTTP with the claim statement sent to PostgreSQL by a plain driver loop. */
export async function benchClaims({ pool, shop, add }: Site): Promise<void> {
  const people = await makeCrowd(pool, PEOPLE, 5000)
  const fresh = async () => ({ giveaways: await makeGiveaways(pool, GIVEAWAYS, SLOTS, LIMIT) })
  await retryOnDeadlock(() => pool.query('analyze'))

  const bare = async () => {
    const { giveaways } = await fresh()
    return loop(WIDTH, SECONDS, n => {
      const giveaway = turn(giveaways, n)
      const person = turn(people, n)
      const values = [
        giveaway,
        person.userId,
        [1 + Math.floor(n / GIVEAWAYS)],
        null,
        [newId()],
        [newId()],
        new Date(),
        false,
        false,
        '2005-01-01',
        DEFAULT_ENTRY_LIMITS,
      ]
      return pool.query({
        name: 'claim_slots',
        text: 'select * from claim_slots($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, null, null)',
        values,
      })
    })
  }
  const http = async () => {
    const { giveaways } = await fresh()
    let n = 0
    const next = () => {
      const index = n++
      const person = turn(people, index)
      return {
        path: `/api/giveaways/${turn(giveaways, index)}/entries`,
        token: person.token,
        body: { slots: [1 + Math.floor(index / GIVEAWAYS)] },
      }
    }
    const { perSecond: rate, statuses } = await post(shop.origin, WIDTH, next, { duration: SECONDS })
    const refused = Object.entries(statuses).filter(([status]) => status !== '200')
    if (refused.length > 0) throw new Error(`Claims were refused: ${JSON.stringify(statuses)}`)
    return rate
  }
  await http()
  const ceiling = await median(bare)
  const before = await processorTimeOf(pool, shop)
  const rates: number[] = []
  const measured = await median(async () => {
    const rate = await http()
    rates.push(rate)
    return rate
  })
  const claims = rates.reduce((sum, rate) => sum + rate * SECONDS, 0)
  const spent = perPiece(before, await processorTimeOf(pool, shop), claims)
  const share = measured / ceiling
  add({
    what: 'claims over 20 giveaways by HTTP, 32 at a time',
    measured: `${perSecond(measured)} = ${share.toFixed(2)} of the ceiling; ${spent}`,
    ceiling: `${perSecond(ceiling)}, the statement alone`,
    aim: 'at least 0.3',
    ok: share >= 0.3,
  })
}
