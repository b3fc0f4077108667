import { AsyncLocalStorage } from 'node:async_hooks'
import { asAway, DatabaseAway } from '#platform/db/connections/away.server.ts'
import { PreparingClient } from '#platform/db/connections/preparing-client.server.ts'
import type { Fault, Plant } from './faults.ts'

/** One command on its way through the shop, and what happens to its statements. */
export type Call = {
  fault: Fault | undefined
  plant: Plant | undefined
  /** Number of statements so far: a fault names its statement by it. */
  statements: number
  /** Statements without an answer. */
  pending: number
  isMet: boolean
  isDead: boolean
}

type Args = [unknown, ...unknown[]]
export type Send = (...args: Args) => Promise<Result>
export type Result = { rows: unknown[]; rowCount: number | null; command: string }
type Done = (error: unknown, result?: Result) => void

const calls = new AsyncLocalStorage<Call>()
/** Pauses of the payment library and of repeated writes. A call passes them at once, because the simulation's clock is not the machine's. */
const LONGEST_PAUSE_MS = 5000
/** Signals to screens are gathered by a timer, so they belong to no command. */
const SIGNALS = /^select pg_notify/

/** Runs `work` as `call`: its statements are counted, and meet the fault of the call. */
export const within = <T>(call: Call, work: () => Promise<T>): Promise<T> => calls.run(call, work)

/** Statements of the provider's own database meet no fault. @returns a function that removes the wire. */
export function layWire(providerDatabase: string): () => void {
  const prototype = PreparingClient.prototype
  const { query } = prototype
  const { setTimeout: wait } = globalThis
  // biome-ignore lint/suspicious/noExplicitAny: passes on the arguments of pg's overloads
  prototype.query = function (this: PreparingClient, ...args: any[]): any {
    const call = calls.getStore()
    const { database } = this as unknown as { database: string }
    const isSpared = !call || database === providerDatabase || typeof args[0]?.submit === 'function'
    if (call?.isDead && database === providerDatabase) return refuse(args)
    if (isSpared || SIGNALS.test(textOf(args as Args))) return query.apply(this, args)
    const done: Done | undefined = typeof args.at(-1) === 'function' ? args.pop() : undefined
    const send = ((...rest) => query.apply(this, rest)) as Send
    const answer = through(call, this, args as Args, send)
    if (!done) return answer
    answer.then(result => done(null, result), done)
  }
  globalThis.setTimeout = ((work: () => void, ms?: number, ...rest: unknown[]) =>
    (wait as (...args: unknown[]) => unknown)(
      work,
      calls.getStore() && ms && ms <= LONGEST_PAUSE_MS ? 0 : ms,
      ...rest,
    )) as typeof wait
  return () => {
    prototype.query = query
    globalThis.setTimeout = wait
  }
}

async function through(call: Call, client: PreparingClient, args: Args, send: Send): Promise<Result> {
  if (call.isDead) throw gone()
  const fault = call.fault?.at === call.statements++ ? call.fault : undefined
  call.pending++
  try {
    if (fault) call.isMet = true
    if (fault?.kind === 'cut before') client.hangUp(new Error('Connection terminated unexpectedly'))
    if (fault?.kind === 'death before') throw death(call, client)
    const result = await (call.plant ? call.plant.statement(textOf(args), args, send) : send(...args))
    if (fault?.kind === 'death after') throw death(call, client)
    if (fault?.kind !== 'cut after') return result
    client.hangUp(new Error('Connection terminated unexpectedly'))
    throw asAway(new Error('Connection terminated unexpectedly'))
  } finally {
    call.pending--
  }
}

/**
 * The process is gone, and PostgreSQL rolls back what was open. The rest of the call runs into nothing: neither database nor provider hears
 * of it. It does not stand still, because callers of the next process may share its running work.
 */
function death(call: Call, client: PreparingClient): Error {
  call.isDead = true
  client.hangUp(gone())
  return gone()
}

function refuse(args: unknown[]): Promise<never> | undefined {
  const done = args.at(-1)
  if (typeof done !== 'function') return Promise.reject(gone())
  done(gone())
  return undefined
}

const gone = () => new DatabaseAway('The process died')

const textOf = ([first]: Args): string => (typeof first === 'string' ? first : (first as { text: string }).text)
