import type { Pool } from '#platform/db/database.server.ts'
import type { Site } from './bench-kinds.ts'
import { loadTables } from './bulk-load.ts'
import { makeCrowd } from './crowd.ts'
import { percentilesOf } from './percentiles.ts'
import { sized } from './short.ts'
import { askAs, timesOf } from './staff-calls.ts'

const GIVEAWAYS = sized(1000, 60)
const CARDS_EACH = sized(1000, 100)
/** Giveaways of the newest mail: their cards are to be typed, then to be confirmed. */
const OPEN_GIVEAWAYS = 20
const AIM_MS = 100
const ONE_CARDS = 40
const DEEP_PAGES = 20

/**
 * Measures the mail desk and the duties with a million cards, their entries, and a thousand giveaways of $6,000 that are open to every state.
 * The drawn ones have finished all duties but the newest.
 */
export async function benchLawLarge({ pool, shop, add, say }: Site): Promise<void> {
  await loadTables(pool, LOADED, say, client =>
    client.query('update mail_register set last_number = $1', [GIVEAWAYS * CARDS_EACH]),
  )
  const ask = askAs((await makeCrowd(pool, 1, 1, true))[0]!, shop)
  for (const [what, paths] of Object.entries(await callsOf(pool, ask))) {
    add(percentilesOf(what, await timesOf(paths, ask), AIM_MS))
  }
}

async function callsOf(pool: Pool, ask: (path: string) => Promise<string>): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from giveaway where slug like 'law-%' order by md5(slug)`,
  )
  const ids = rows.slice(0, 40).map(({ id }) => id)
  const desk = (query: string) => `/admin/mail-desk/cards?limit=50&${query}`
  const stages = ['opened', 'waiting', 'registered', 'refused']
  const deep: string[] = []
  for (let [cursor, page] = ['', 0]; page < DEEP_PAGES; page++) {
    const at = desk(`stage=registered${cursor && `&cursor=${cursor}`}`)
    deep.push(at)
    cursor = JSON.parse(await ask(at)).nextCursor
  }
  return {
    'mail desk, first page of each stage': stages.map(stage => desk(`stage=${stage}`)),
    'mail desk, registered cards page by page': deep,
    'mail desk, cards of a giveaway': ids.flatMap(id => stages.map(stage => desk(`stage=${stage}&giveawayId=${id}`))),
    'mail desk, counts': ['/admin/mail-desk/counts'],
    'mail desk, giveaways to choose': ['/admin/mail-desk/giveaways'],
    'mail desk, one card': Array.from(
      { length: ONE_CARDS },
      (_, n) => `/admin/cards/${1 + n * ((GIVEAWAYS * CARDS_EACH) / ONE_CARDS - 1)}`,
    ),
    'cards of a giveaway, as staff read them': ids.map(id => `/admin/giveaways/${id}/cards`),
    'cards of a giveaway, as the public counts them': ids.map(id => `/giveaways/${id}/cards`),
    'duties of a giveaway': ids.map(id => `/admin/giveaways/${id}/obligations`),
    'Today, with the duties that are due': ['/admin/today'],
  }
}

const GIVEAWAY_OF = `select id, slug, starts_at, n from (
    select id, slug, starts_at, row_number() over (order by id) as n from giveaway where slug like 'law-%') numbered`
/** Card `number` of a giveaway's `place`: four of five are registered; those of the newest giveaways are opened or typed. */
const STATE = `case when g.n > ${GIVEAWAYS - OPEN_GIVEAWAYS} then case when place % 2 = 0 then 'opened' else 'waiting' end
    when place % 5 = 0 then 'refused' else 'registered' end`
const CARD = `from (${GIVEAWAY_OF}) g cross join generate_series(1, ${CARDS_EACH}) place
  cross join lateral (select ((g.n - 1) * ${CARDS_EACH} + place)::integer as number, ${STATE} as state,
    (g.starts_at + interval '3 days')::date as day) card`
const uuidOf = (kind: string) => `('${kind}-0000-7000-8000-' || lpad(number::text, 12, '0'))::uuid`

const LOADED: Record<string, string> = {
  giveaway: `
    insert into giveaway (id, slug, title, description, tier, category, value_cents, total_slots, entry_limit, starts_at, ends_at,
      early_access_at, commitment, closed_at, closed_reason, created_at, published_at)
    select uuidv7(at - clock_timestamp()), 'law-' || n, 'Law Prize ' || n, 'For the bench', 'Bronze', 'Bronze', 600000, 5000, 5,
      at, at + interval '30 days', at - interval '2 days', repeat('a', 64),
      case when n <= ${GIVEAWAYS - OPEN_GIVEAWAYS} then at + interval '30 days' end,
      case when n <= ${GIVEAWAYS - OPEN_GIVEAWAYS} then 'ended' end, at - interval '60 days', at - interval '60 days'
    from generate_series(1, ${GIVEAWAYS}) n
      cross join lateral (select now() - interval '9 days' - (${GIVEAWAYS} - n) * interval '34 hours' as at) t`,
  mail_sender: `
    insert into mail_sender (id, name, address, name_key, address_key, created_at, birth_date, region)
    select ${uuidOf('0a0a0a0a')}, 'Mailer ' || number, number || ' Fort Street', 'mailer ' || number, number || ' fort street', day,
      '1985-05-17', 'UT' ${CARD} where state <> 'opened'`,
  giveaway_entry: `
    insert into giveaway_entry (id, giveaway_id, slot_number, is_private, mail_name, created_at, mail_received_on, mail_sender_id, card_number)
    select ${uuidOf('0b0b0b0b')}, g.id, place, true, 'Mailer ' || number, day, day, ${uuidOf('0a0a0a0a')}, number ${CARD} where state = 'registered'`,
  mail_card: `
    insert into mail_card (number, giveaway_id, sender_id, received_on, typed_by, typed_at, needs_second, state, decided_at, reason, entry_id, opened_at)
    select number, g.id, case when state <> 'opened' then ${uuidOf('0a0a0a0a')} end, day,
      case when state <> 'opened' then gen_random_uuid() end, day, false, state,
      case when state in ('registered', 'refused') then day::timestamptz end, case when state = 'refused' then 'duplicate' end,
      case when state = 'registered' then ${uuidOf('0b0b0b0b')} end, day ${CARD}`,
  draw: `
    insert into draw (giveaway_id, drawn_at, drawn_by_role, method, is_early, algorithm, seed, list, list_hash, winner_index, winner_slot, winner_entry_id)
    select g.id, g.starts_at + interval '38 days', 'system', 'automatic', false, 'bench', repeat('a', 64), '[]', repeat('a', 64), 0, 1,
      ('0b0b0b0b-0000-7000-8000-' || lpad(((g.n - 1) * ${CARDS_EACH} + 1)::text, 12, '0'))::uuid
    from (${GIVEAWAY_OF}) g where g.n <= ${GIVEAWAYS - OPEN_GIVEAWAYS}`,
  obligation: `
    insert into obligation (giveaway_id, duty, state, note, done_on, table_version, value_cents, begins_at, at)
    select g.id, duty, 'done', 'Receipt ' || g.n, g.starts_at::date, 1, 600000, g.starts_at - interval '2 days', g.starts_at
    from (${GIVEAWAY_OF}) g
      cross join unnest(array['ny-filing', 'ny-bond', 'fl-filing', 'fl-bond', 'fl-winners', 'ny-winners', 'irs-statement', 'irs-return']) duty
    where g.n <= ${GIVEAWAYS - OPEN_GIVEAWAYS - 10}`,
}
