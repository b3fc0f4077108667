import type { World } from '../world.ts'
import { missedDeadlines } from './deadlines.ts'
import { historyFaults, type Monitor, readOutside } from './history.ts'
import { treeFaults } from './trees.ts'

/** What was checked so far. */
export type Evidence = { monitor: Monitor; kept: Set<string> }

export const noEvidence = (): Evidence => ({ monitor: new Map(), kept: new Set() })

/**
 * Checks entry trees, the log and overdue receipts, in one snapshot of the database.
 * @param isEnd checks the receipts whose deadline is still to come too.
 */
export async function evidenceFaults(world: World, evidence: Evidence, isEnd = false): Promise<string[]> {
  const { rig, promises } = world
  const outside = await readOutside(rig)
  const client = await rig.observer.services.pool.connect()
  const faults: string[] = []
  try {
    await client.query('begin isolation level repeatable read read only')
    faults.push(...(await historyFaults(client, outside, evidence.monitor)))
    faults.push(...(await treeFaults(rig.observer, client)))
    await client.query('commit')
  } finally {
    client.release()
  }
  const due = promises.receipt.filter(({ by, leaf }) => (isEnd || by < Date.now()) && !evidence.kept.has(leaf))
  faults.push(...(await missedDeadlines(rig.observer, due)))
  for (const { leaf } of due) evidence.kept.add(leaf)
  return faults
}
