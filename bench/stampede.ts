import type { Site } from './bench-kinds.ts'
import { makeCrowd, makeGiveaways } from './crowd.ts'
import { post } from './load.ts'
import { perPiece, processorTimeOf } from './processor-time.ts'
import { sized } from './short.ts'

const PEOPLE = sized(5000, 200)
const ATTEMPTS = sized(25_000, 1000)
const SLOTS = 100
const CONNECTIONS = sized(500, 50)
const P99_LIMIT_MS = 3000

/** 5,000 people claim 100 slots concurrently: exactly 100 get one slot and pay one credit. */
export async function benchStampede({ pool, shop, add }: Site): Promise<void> {
  const people = await makeCrowd(pool, PEOPLE, 10)
  const [giveaway] = await makeGiveaways(pool, 1, SLOTS, 5)
  let n = 0
  const next = () => {
    const person = people[n % PEOPLE]!
    // The stride is coprime to the slot count: neighbours get different slots, and the claims cycle through all slots.
    return {
      path: `/api/giveaways/${giveaway}/entries`,
      token: person.token,
      body: { slots: [1 + ((n++ * 37) % SLOTS)] },
    }
  }
  const before = await processorTimeOf(pool, shop)
  const { p99, perSecond, statuses } = await post(shop.origin, CONNECTIONS, next, { amount: ATTEMPTS })
  const cost = perPiece(before, await processorTimeOf(pool, shop), ATTEMPTS)
  const { rows } = await pool.query<{ entries: number; debits: number; spent: number }>(
    `select (select count(*) from giveaway_entry where giveaway_id = $1) entries,
      (select count(*) from credit_transfer t join giveaway_entry e on t.source_id = e.id::text and t.kind = 'entry' where e.giveaway_id = $1) debits,
      (select sum(spent) from credit_account where user_id = any($2::uuid[])) spent`,
    [giveaway, people.map(person => person.userId)],
  )
  const { entries, debits, spent } = rows[0]!
  const failed = Object.entries(statuses).filter(([status]) => !/^[24]\d\d$/.test(status))
  const exact = entries === SLOTS && debits === SLOTS && spent === SLOTS && failed.length === 0
  const what = `stampede: ${PEOPLE} people, ${ATTEMPTS} attempts on ${SLOTS} slots, ${CONNECTIONS} at a time`
  add(
    {
      what,
      measured: `${entries} entries, ${debits} debits, no 5xx: ${failed.length === 0 ? 'yes' : JSON.stringify(failed)}`,
      ceiling: '',
      aim: `exactly ${SLOTS} and ${SLOTS}`,
      ok: exact,
      isRule: true,
    },
    {
      what: `${what}: p99 and rate`,
      measured: `p99 ${Math.round(p99)} ms, ${Math.round(perSecond)}/s; ${cost}`,
      ceiling: '',
      aim: 'p99 under 3 s',
      ok: p99 < P99_LIMIT_MS,
    },
  )
}
