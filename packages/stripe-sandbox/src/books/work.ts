import { isDeepStrictEqual } from 'node:util'
import Stripe from 'stripe'
import type { EventType } from '../event-types.ts'
import { Fault, invalid, missing } from '../request/faults.ts'
import { type Hidden, type Kind, type Kinds, newId, type Row } from './kinds.ts'
import { isConflict, type NewEvent, type RequestKey, type Store, type StoredAnswer } from './store.ts'

export type Answer = { status: number; body: object }
type Extra = { hidden?: Hidden; dueAt?: Date | null }

const MAX_ATTEMPTS = 30
/** Events that carry `previous_attributes`. */
const CHANGES = /\.(updated|refunded)$/

/** The key was used before: carries the stored response. */
class Replay extends Error {
  readonly stored: StoredAnswer
  constructor(stored: StoredAnswer) {
    super('replay')
    this.stored = stored
  }
}

/** One request's view of the objects: reads, creations, changes and events. Nothing is written before the request ends. */
export class Work {
  readonly now: Date
  readonly store: Store
  readonly requestId: string | null
  /** The URL of the hosted pages. */
  readonly pagesUrl: string
  readonly accountName: string
  readonly #key: RequestKey | null
  readonly #isDelivered: (type: string) => boolean
  readonly #rows = new Map<string, Row>()
  readonly #written = new Set<Row>()
  /** Objects as read, to compute the changes of an update. */
  readonly #before = new Map<string, Kinds[Kind]>()
  readonly #events: NewEvent[] = []

  constructor(bench: Bench, request: Request) {
    this.now = bench.now()
    this.store = bench.store
    this.pagesUrl = bench.pagesUrl
    this.accountName = bench.accountName()
    this.#isDelivered = bench.isDelivered
    this.#key = request.key ?? null
    this.requestId = request.id ?? null
  }

  /** Whole seconds, as Stripe counts time. */
  get seconds(): number {
    return Math.floor(this.now.getTime() / 1000)
  }

  /** Loads objects, with `deep` also their references. Call once with all needed ids. */
  async load(ids: (string | null | undefined)[], { deep = false } = {}): Promise<void> {
    const wanted = ids.filter(id => typeof id === 'string').filter(id => deep || !this.#rows.has(id))
    if (wanted.length === 0) return
    const { rows, stored } = await this.store.load(wanted, deep, this.#key?.key ?? null)
    if (stored) throw new Replay(stored)
    for (const row of rows) {
      if (this.#rows.has(row.id)) continue
      this.#rows.set(row.id, row)
      this.#before.set(row.id, row.data)
    }
  }

  /** A loaded object of that kind and id, else undefined. */
  find<K extends Kind>(kind: K, id: unknown): Row<K> | undefined {
    const row = typeof id === 'string' ? this.#rows.get(id) : undefined
    return row?.kind === kind ? (row as Row<K>) : undefined
  }

  any(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /**
   * A loaded object. A deleted one can be read by its URL alone.
   * @throws Fault `resource_missing`: 404 when the URL names the object, else 400.
   */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Row<K> {
    const row = this.find(kind, id)
    if (!row || (param !== 'id' && 'deleted' in row.data)) throw missing(kind, id, param, param === 'id' ? 404 : 400)
    return row
  }

  /** Loads and returns one object. @throws Fault as `get` does. */
  async retrieve<K extends Kind>(kind: K, id: string, param = 'id'): Promise<Row<K>> {
    await this.load([id])
    return this.get(kind, id, param)
  }

  create<K extends Kind>(kind: K, data: Kinds[K], { hidden = {}, dueAt = null }: Extra = {}): Row<K> {
    const row = { id: data.id, kind, version: 0, data, hidden, dueAt } as Row<K>
    this.#rows.set(row.id, row as unknown as Row)
    this.#written.add(row as unknown as Row)
    return row
  }

  change<K extends Kind>(row: Row<K>, patch: Partial<Kinds[K]>, { hidden, dueAt }: Extra = {}): void {
    row.data = { ...row.data, ...patch }
    if (hidden) row.hidden = { ...row.hidden, ...hidden }
    if (dueAt !== undefined) row.dueAt = dueAt
    this.#written.add(row as unknown as Row)
  }

  /** Like `change`, for an object that loses a field. */
  replace<K extends Kind>(row: Row<K>, data: Kinds[K], dueAt: Date | null): void {
    row.data = data
    row.dueAt = dueAt
    this.#written.add(row as unknown as Row)
  }

  /** Emits an event with the object's current state. `seconds` is for events in a subscription's own time. */
  emit(type: EventType, object: Kinds[Kind], seconds = this.seconds): void {
    const id = newId('evt')
    const event = {
      id,
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: seconds,
      data: { object, ...(CHANGES.test(type) && { previous_attributes: this.#previousOf(object) }) },
      livemode: false,
      pending_webhooks: this.#isDelivered(type) ? 1 : 0,
      request: { id: this.requestId, idempotency_key: this.#key?.key ?? null },
      type,
    }
    const payload = JSON.stringify(event)
    this.#events.push({ id, type, payload, created_at: this.now, deliver: this.#isDelivered(type) })
  }

  /** The changed fields with their earlier values. */
  #previousOf(object: Kinds[Kind]): object {
    const before = this.#before.get(object.id) ?? object
    const now = object as unknown as Record<string, unknown>
    const changed = Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, now[name]))
    return Object.fromEntries(changed)
  }

  /** Discards all changes and events, for previews. */
  forget(): void {
    this.#written.clear()
    this.#events.length = 0
  }

  get hasNews(): boolean {
    return this.#events.some(event => event.deliver)
  }

  async commit(answer: Answer): Promise<StoredAnswer | null> {
    if (!this.#key && this.#written.size === 0 && this.#events.length === 0) return null
    const body = this.#key ? JSON.stringify(answer.body) : ''
    return this.store.apply(this.now, this.#key, answer.status, body, [...this.#written], this.#events)
  }
}

/** State shared by all requests. Calls `kick` when there is an event to deliver. */
export type Bench = {
  store: Store
  now: () => Date
  isDelivered: (type: string) => boolean
  kick: () => void
  /** The URL of `/dev/stripe`, which has the hosted pages. */
  pagesUrl: string
  /** The account's current name, on pages, invoices and charges. */
  accountName: () => string
}
type Request = { key?: RequestKey | null; id?: string }

/**
 * Runs one request: read, decide, write all at once. On a conflict with a concurrent request, reads and decides again.
 * @returns the response, or the stored one when the key has been used before.
 * @throws Fault as the request's response; `idempotency_error` when the key was used for another request.
 */
export async function perform(
  bench: Bench,
  request: Request,
  decide: (work: Work) => Promise<Answer>,
): Promise<Answer & { replayed: boolean }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const work = new Work(bench, request)
    try {
      const answer = await decide(work)
      const stored = await work.commit(answer)
      if (stored) return replay(stored, request.key)
      if (work.hasNews) bench.kick()
      return { ...answer, replayed: false }
    } catch (error) {
      if (error instanceof Replay) return replay(error.stored, request.key)
      if (!isConflict(error)) throw error
      await new Promise(done => setTimeout(done, Math.random() * 10 * attempt))
    }
  }
  const message = 'This object cannot be accessed right now because another request is changing it.'
  throw invalid(message, { status: 429, code: 'lock_timeout' })
}

function replay(stored: StoredAnswer, key: RequestKey | null | undefined) {
  if (stored.fingerprint !== key?.fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key?.key}' if you meant to execute a different request.`
    throw new Fault(400, { type: 'idempotency_error', message })
  }
  return { status: stored.status, body: JSON.parse(stored.answer) as object, replayed: true }
}
