import { newId } from '#platform/values/ids.server.ts'
import { forgetRunningCalls } from '../../kills/forget-running-calls.ts'
import { type Fault, faultOf } from '../machine/faults.ts'
import { ORIGIN, type Passed } from '../machine/machine.ts'
import { count, type Person, type Run, Violation } from '../run-state.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes, each read by the command that asked.
type Json = any
/** `tries` above 1: earlier tries had no answer, so the call may have taken effect before. */
export type Answer = { status: number; json: Json; tries: number }
type Asked = { json?: object | undefined; method?: string }

/** Calls without an answer are repeated under their key this often. */
const TRIES = 4
const TOKEN_MS = 4 * 60_000

/**
 * Passes work through the shop with a fault of this run's weather.
 * @throws Violation when it fails although nothing happened to it.
 */
export async function pass<T>(run: Run, kind: string, work: () => Promise<T>, isSpared = false): Promise<Passed<T>> {
  const { machine, chance, weather, statements, tally } = run
  // Chosen in any case, so that the same seed chooses the same commands.
  const chosen = faultOf(chance, weather, statements.get(kind) ?? 0)
  const fault: Fault | undefined = isSpared ? undefined : chosen
  const met = metOf(run)
  const passed = await machine.pass(fault, work)
  if (!passed.isMet) statements.set(kind, passed.statements)
  if (passed.isMet) count(tally.faults, fault!.kind)
  const mishaps = passed.hasDied ? 0 : metOf(run) - met
  if (mishaps > 0) count(tally.faults, 'mishap', mishaps)
  return { ...passed, isMet: passed.isMet || mishaps > 0 }
}

const metOf = ({ machine }: Run) => machine.shop.paymentProvider.sandbox!.trouble.met()

/** Calls the shop like a browser: repeats a call without an answer under its key. @returns undefined when none came. */
export async function ask(
  run: Run,
  { as, path, ...asked }: { as: Person; path: string } & Asked,
  kind: string,
): Promise<Answer | undefined> {
  const key = newId()
  let [hasTried, isRenewed] = [false, false]
  for (let tries = 1; tries <= TRIES; tries++) {
    const request = await requestOf(run, { as, path, ...asked }, key)
    const passed = await pass(run, kind, () => answered(run, request), tries > 2)
    const { answer, error, hasDied, isMet } = passed
    // The answer died with a process, after the commit.
    if (answer?.json?.code === 'idempotency_committed') return undefined
    // A membership that begins or ends voids the tokens of its user, who gets another by the session.
    if (answer?.status === 401 && !isRenewed) {
      as.tokenUntil = 0
      isRenewed = true
      tries--
      continue
    }
    const isBroken = !answer || answer.status >= 500 || answer.json?.code === 'idempotency_running'
    if (!isBroken) return { ...answer, tries: hasTried ? 2 : 1 }
    if (!isMet && !hasTried)
      throw new Violation(
        `${kind} failed without a fault: ${answer?.status} ${JSON.stringify(answer?.json)} ${error ?? ''}\n${run.machine.errors.at(-1) ?? ''}`,
      )
    hasTried = true
    if (!hasDied && answer?.json?.code !== 'idempotency_running' && answer) continue
    await forgetRunningCalls(run.ours, 0)
  }
  return undefined
}

async function answered({ machine }: Run, request: Request): Promise<{ status: number; json: Json }> {
  const response = await machine.fetch(request)
  const text = await response.text()
  return { status: response.status, json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

async function requestOf(run: Run, { as, path, json, method }: { as: Person; path: string } & Asked, key: string) {
  const verb = method ?? (json ? 'POST' : 'GET')
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(run, as)}` }
  return new Request(new URL(path, ORIGIN), {
    method: verb,
    headers: { ...headers, ...(verb === 'POST' && { 'idempotency-key': key }) },
    ...(json && { body: JSON.stringify(json) }),
  })
}

/** A new token, because the clock of the run jumps. */
async function tokenOf({ machine, ours }: Run, person: Person): Promise<string> {
  const now = machine.clock.now()
  if ((person.tokenUntil ?? 0) > +now) return person.idToken
  const role = person.role ?? null
  const staff = { isAdmin: role !== null, role, ...(role && { authenticatedAt: now }) }
  const { userId, email } = person
  const { rows } = await ours.query<{ is: boolean }>('select is_subscriber($1) as is', [userId])
  const claims = { userId, email, name: 'Sam Porter', ...staff, isSubscriber: rows[0]!.is }
  person.idToken = (await machine.shop.idTokens.issue(claims)).idToken
  person.tokenUntil = +now + TOKEN_MS
  return person.idToken
}

/** What a trace says of an answer: neither ids nor amounts of time. */
export const outcomeOf = (answer: Answer | undefined): string =>
  answer ? String((answer.status >= 400 && answer.json?.code) || answer.status) : 'no answer'
