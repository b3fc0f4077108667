import { CALLS, MISHAPS } from '../machine/faults.ts'
import { type Run, Violation } from '../run-state.ts'
import { pass } from './ask.ts'

type Job = { id: string; name: string; data: object }

/** Oldest first. Jobs of one transaction have one time, so their data decide. */
const WAITING = `
  select id, name, data from pgboss.job where state in ('created', 'retry') and name not like '\\_\\_pgboss%'
  order by created_on, name, data::text`
const AMONG = 8

/** Runs one of the oldest waiting jobs, as a worker would: again when its process died, and twice when its end was not heard of. */
export async function runJob(run: Run): Promise<string> {
  const { rows } = await run.ours.query<Job>(`${WAITING} limit ${AMONG}`)
  if (rows.length === 0) return 'none'
  const job = rows[run.chance.below(rows.length)]!
  const isTwice = run.chance.below(20) === 0
  const outcome = await work(run, `job ${job.name}`, () => run.machine.work.handlers.get(job.name)?.(job.data))
  if (outcome === 'done' && !isTwice) await run.ours.query('delete from pgboss.job where id = $1', [job.id])
  return `${job.name} ${outcome}`
}

/** Runs a task that the clock of the worker would start. */
export async function runTask(run: Run, name = nextTask(run)): Promise<string> {
  return `${name} ${await work(run, `task ${name}`, () => run.machine.work.tasks.get(name)!())}`
}

const nextTask = ({ machine, chance }: Run) => chance.oneOf([...machine.work.tasks.keys()].sort())

/** @throws Violation when work fails although nothing happened to it. */
async function work(run: Run, kind: string, act: () => Promise<void> | undefined): Promise<string> {
  const errors = run.machine.errors.length
  const { error, hasDied, isMet } = await pass(run, kind, async () => act())
  if (hasDied) return 'died'
  if (!error) return 'done'
  if (!isMet)
    throw new Violation(
      `${kind} failed without a fault: ${(error as Error).stack}\n${run.machine.errors[errors] ?? ''}`,
    )
  return 'failed'
}

/** The provider sends what is due: several times, in any order. */
export async function deliver(run: Run): Promise<string> {
  const { machine, chance, weather } = run
  const { sandbox } = machine.shop.paymentProvider
  const shuffled = <T>(items: T[]): T[] => {
    const left = [...items]
    return items.map(() => left.splice(chance.below(left.length), 1)[0]!)
  }
  sandbox!.trouble.webhooks({ copies: 1 + chance.below(weather.copies), order: shuffled, areHeld: false })
  const { answer } = await pass(run, 'deliver', () => sandbox!.deliverDue(machine.clock.now()), true)
  return `${answer} sent`
}

/** The provider does what is due: pages expire. */
export async function runProvider(run: Run): Promise<string> {
  return `${await run.machine.shop.paymentProvider.sandbox!.runDue()} done`
}

/** Plans a mishap of the network for the next calls of a kind. */
export function planMishap({ machine, chance }: Run): string {
  const [call, mishap, times] = [chance.oneOf(CALLS), chance.oneOf(MISHAPS), chance.oneOf([1, 1, 3])]
  machine.shop.paymentProvider.sandbox!.trouble.plan(call, mishap, times)
  return `${mishap} ${call} ${times}`
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const JUMPS = [SECOND, SECOND, 30 * SECOND, 2 * MINUTE, 2 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, 25 * HOUR]
const RESTED_MS = HOUR
const MOST_JOBS = 1000

export async function advance(run: Run): Promise<string> {
  const ms = run.chance.oneOf(JUMPS)
  // No worker rests for hours: some e-mails are not sent a day late.
  if (ms >= RESTED_MS) for (let job = 0; job < MOST_JOBS && (await runJob(run)) !== 'none'; job++);
  run.machine.clock.advance(ms)
  return `${ms / SECOND} s`
}

/** The process ends between two commands. */
export async function killIdle({ machine }: Run): Promise<string> {
  await machine.restart()
  return 'restarted'
}
