import { unfinishedOf } from '../../kills/checks/books.ts'
import type { Run } from '../run-state.ts'
import { deliver, runJob, runProvider, runTask } from './machinery.ts'

const ROUNDS = 40
const JOBS_A_ROUND = 2000
const ROUND_MS = 60_000
/** Longer than a payment page stays open. */
const LONG_MS = 26 * 3600_000

/** The storm is over: the shop does its work by itself, without a hand, until nothing is left or its time is up. */
export async function settleAll(run: Run): Promise<void> {
  const { machine } = run
  machine.shop.paymentProvider.sandbox!.trouble.clear()
  for (let round = 0; round < ROUNDS; round++) {
    machine.clock.advance(round === 1 ? LONG_MS : ROUND_MS)
    await runProvider(run)
    await deliver(run)
    for (const task of [...machine.work.tasks.keys()].sort()) await runTask(run, task)
    for (let job = 0; job < JOBS_A_ROUND && (await runJob(run)) !== 'none'; job++);
    if (round > 2 && (await unfinishedOf(run.ours, run.theirs)).length === 0) return
  }
}
