import type Stripe from 'stripe'
import type { Queryable } from '../surroundings.ts'
import { type Kind, type Kinds, type Row, refsOf } from './kinds.ts'

export type StoredAnswer = { fingerprint: string; status: number; answer: string }
export type RequestKey = { key: string; fingerprint: string }
export type NewEvent = { id: string; type: string; payload: string; created_at: Date; deliver: boolean }
/** `since` included, `until` excluded; in seconds. */
export type ListFilter = {
  refs: string[]
  match: object
  limit: number
  after?: string
  before?: string
  since?: number | undefined
  until?: number | undefined
}

/** The sandbox's storage in PostgreSQL: one statement per call, prepared by name. */
export type Store = ReturnType<typeof createStore>

/** A concurrent request changed an object between read and write: read and decide again. */
export const isConflict = (error: unknown) => (error as { code?: string })?.code === '40001'

// The ids come from a sub-select, so that a plan for known ids seems no cheaper than the general one: otherwise PostgreSQL plans each call.
const IDS = 'array (select unnest($1::text[]))'

// Collects ids first and finds objects by index, because an "or" would scan the whole table. The response stored under the key is a row
// without an id.
function loadText(isDeep: boolean, hasKey: boolean): string {
  const refs = `array (select ref from stripe_sandbox.object o, unnest(o.refs) as ref where o.id = any (${IDS}))`
  const objects = `
  select id, kind, version, data, hidden, due_at as "dueAt", null as stored
  from stripe_sandbox.object where id = any (${isDeep ? `$1 || ${refs}` : IDS})`
  if (!hasKey) return objects
  return `${objects}
  union all
  select null, null, null, null, null, null, to_jsonb(k) from stripe_sandbox.idempotency_key k where key = $2`
}

const CREATED = "((data ->> 'created')::bigint)"

// Without refs, one index returns the newest objects of a kind; with refs, another index returns the objects that reference them. The
// condition on the cursor's second is explicit, because the index can use only that part of the cursor.
function listText(direction: 'older' | 'newer', byRefs: boolean): string {
  const [than, or, order] = direction === 'older' ? ['<', '<=', 'desc'] : ['>', '>=', 'asc']
  const cursor = (columns: string) => `(select ${columns} from stripe_sandbox.object where id = $4)`
  return `
  select data from stripe_sandbox.object
  where kind = $1 and data @> $3 and ${byRefs ? "refs <> '{}' and refs @> $2" : '$2::text[] is not null'}
    and ${CREATED} >= coalesce($6::bigint, 0) and ${CREATED} < coalesce($7::bigint, 9999999999)
    and ${CREATED} ${or} coalesce(${cursor(CREATED)}, ${direction === 'older' ? '9999999999' : '0'})
    and ($4::text is null or (${CREATED}, seq) ${than} ${cursor(`${CREATED}, seq`)})
  order by ${CREATED} ${order}, seq ${order} limit $5`
}

const EVENTS = `
  select payload from stripe_sandbox.event
  where ($1::text[] is null or type = any ($1))
    and ($2::text is null or seq < (select seq from stripe_sandbox.event where id = $2))
  order by seq desc limit $3`

export function createStore(pool: Queryable) {
  const query = async <T extends object>(name: string, text: string, values: unknown[]) =>
    (await pool.query({ name: `stripe_sandbox_${name}`, text, values })).rows as T[]

  return {
    /** Loads objects by id, and with `deep` their references, and the response stored under a request key. */
    async load(
      ids: string[],
      deep: boolean,
      key: string | null,
    ): Promise<{ rows: Row[]; stored: StoredAnswer | null }> {
      const hasKey = key !== null
      const values = hasKey ? [ids, key] : [ids]
      const text = loadText(deep, hasKey)
      const found = await query<Row & { stored: StoredAnswer | null }>(`load_${deep}_${hasKey}`, text, values)
      const stored = found.find(row => row.id === null)?.stored ?? null
      return { rows: found.filter(row => row.id !== null), stored }
    },

    /** Writes all of a request or nothing. @returns the response already stored under the key, in which case nothing is written. */
    async apply(at: Date, key: RequestKey | null, status: number, body: string, rows: Row[], events: NewEvent[]) {
      const writes = rows.map(({ id, kind, version, data, hidden, dueAt }) => {
        return { id, kind, version, data, hidden, refs: refsOf(data), due_at: dueAt }
      })
      const [answer] = await query<{ stored: StoredAnswer | null }>(
        'apply',
        'select stripe_sandbox.apply($1, $2, $3, $4, $5, $6, $7) as stored',
        [at, key?.key, key?.fingerprint, status, body, JSON.stringify(writes), JSON.stringify(events)],
      )
      return answer!.stored
    },

    /** One page, newest first. `before` pages back towards the newest. One extra row beyond the limit shows that there is a next page. */
    async list<K extends Kind>(kind: K, filter: ListFilter) {
      const { refs, match, limit, after, before, since = null, until = null } = filter
      const direction = before ? 'newer' : 'older'
      const byRefs = refs.length > 0
      const values = [kind, refs, JSON.stringify(match), before ?? after ?? null, limit + 1, since, until]
      const rows = await query<{ data: Kinds[K] }>(`list_${direction}_${byRefs}`, listText(direction, byRefs), values)
      const page = rows.slice(0, limit).map(row => row.data)
      return { data: before ? page.reverse() : page, hasMore: rows.length > limit }
    },

    async event(id: string): Promise<Stripe.Event | undefined> {
      const text = 'select payload from stripe_sandbox.event where id = $1'
      const [row] = await query<{ payload: string }>('event', text, [id])
      return row && (JSON.parse(row.payload) as Stripe.Event)
    },

    async listEvents(types: string[] | null, limit: number, after: string | null) {
      const rows = await query<{ payload: string }>('events', EVENTS, [types, after, limit + 1])
      const data = rows.slice(0, limit).map(row => JSON.parse(row.payload) as Stripe.Event)
      return { data, hasMore: rows.length > limit }
    },

    /** Ids of due objects, the longest overdue first. */
    async due(now: Date, limit: number): Promise<{ id: string; kind: Kind }[]> {
      const text = 'select id, kind from stripe_sandbox.object where due_at <= $1 order by due_at limit $2'
      return query<{ id: string; kind: Kind }>('due', text, [now, limit])
    },

    /** Advances the time of running subscriptions, and the deadlines of refunds and disputes. @returns the number of subscriptions. */
    async advance(seconds: number): Promise<number> {
      const rows = await query<{ kind: Kind }>(
        'advance',
        `update stripe_sandbox.object
         set due_at = due_at - make_interval(secs => $1), version = version + 1, hidden = jsonb_set(hidden, '{aheadSeconds}',
           to_jsonb(coalesce((hidden->>'aheadSeconds')::bigint, 0) + $1::bigint))
         where kind in ('subscription', 'refund', 'dispute') and due_at is not null returning kind`,
        [seconds],
      )
      return rows.filter(row => row.kind === 'subscription').length
    },

    /** Keys expire after a day, like Stripe's. */
    async forgetOldKeys(now: Date): Promise<void> {
      const text = "delete from stripe_sandbox.idempotency_key where created_at < $1::timestamptz - interval '1 day'"
      await query('forget', text, [now])
    },
  }
}
