import type { Chance } from '../../../db/demo/seeded-chance.ts'
import { Broken } from '../client.ts'
import { freezeRest } from '../draws.ts'
import type { World } from '../world.ts'
import { auditOf, unfinishedOf } from './books.ts'
import { type Evidence, evidenceFaults } from './evidence.ts'
import { lostPromises } from './promises.ts'

const FINISH_MS = 600_000

/** Compares every acknowledgement so far with the current database. @returns the faults, if any. */
export async function auditAfter(world: World, evidence: Evidence, isEnd = false): Promise<string | undefined> {
  const { observer } = world.rig
  const faults = [
    ...(await lostPromises(observer.services.pool, world.promises)),
    ...(await auditOf(observer, world.shelf)),
    ...(await evidenceFaults(world, evidence, isEnd)),
  ]
  return faults.length > 0 ? faults.join('\n') : undefined
}

/** Freezes all lists, waits for refunds, e-mails, leaves and draws, compares the provider's books, and audits once more. */
export async function auditAtEnd(world: World, evidence: Evidence, chance: Chance): Promise<string | undefined> {
  const { observer, provider } = world.rig
  await freezeRest(world, chance)
  const until = Date.now() + FINISH_MS
  for (;;) {
    const waiting = await unfinishedOf(observer.services.pool, provider)
    if (waiting.length === 0) return auditAfter(world, evidence, true)
    if (Date.now() > until) throw new Broken(`Not done after ${FINISH_MS / 1000} s: ${waiting.join('\n')}`)
    await new Promise(done => setTimeout(done, 500))
  }
}
