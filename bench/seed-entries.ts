import type { Pool } from '#platform/db/database.server.ts'
import { loadTables } from './bulk-load.ts'
import { LARGE_PEOPLE } from './seed-orders.ts'
import { sized } from './short.ts'

const GIVEAWAYS = sized(1000, 40)
const SLOTS = sized(5000, 100)
const TICKETS = sized(200_000, 400)
const CHANGES = sized(500_000, 2000)

/**
 * Seeds the other admin lists of a large shop, beside the orders and people of `seedOrders`: 1,000 giveaways, most of them over, with
 * five million entries, some by mail or removed; tickets; and two years of the audit log.
 */
export async function seedEntries(pool: Pool, say: (text: string) => void): Promise<void> {
  await loadTables(pool, LOADED, say)
}

const LOADED: Record<string, string> = {
  giveaway: `
    insert into giveaway (id, slug, title, description, tier, category, value_cents, total_slots, entry_limit, starts_at, ends_at,
      early_access_at, commitment, closed_at, closed_reason, created_at, published_at)
    select uuidv7(at - clock_timestamp()), 'bench-' || n, 'Bench Prize ' || n, 'For the bench', tier, tier::text, 85000, ${SLOTS}, 5,
      at, at + interval '30 days', at - interval '2 days', repeat('a', 64),
      case when at < now() - interval '30 days' then at + interval '30 days' end,
      case when at < now() - interval '30 days' then 'ended' end, at - interval '9 days', at - interval '9 days'
    from generate_series(1, ${GIVEAWAYS}) n
      join lateral (select now() - interval '1 hour' - (${GIVEAWAYS} - n) * interval '17 hours' as at,
        (array['Bronze', 'Silver', 'Gold', 'Platinum']::tier[])[1 + n % 4] as tier) t on true`,
  giveaway_entry: `
    with numbered as (select id, at, row_number() over (order by id) as n from (
      select id, starts_at as at from giveaway where slug like 'bench-%') g),
    people as materialized (select id, row_number() over () - 1 as place from users where email like 'buyer-%')
    insert into giveaway_entry (id, giveaway_id, user_id, slot_number, is_private, mail_name, mail_email, created_at, removed_at)
    select uuidv7(least(g.at + slot * interval '8 minutes', now()) - clock_timestamp()), g.id,
      case when slot % 100 > 0 then p.id end, slot, slot % 100 = 0,
      case when slot % 100 = 0 then 'Mailer ' || slot end, case when slot % 100 = 0 then 'mailer-' || slot || '@example.com' end,
      least(g.at + slot * interval '8 minutes', now()), case when slot % 97 = 0 then now() end
    from numbered g cross join generate_series(1, ${SLOTS}) slot
      join people p on p.place = (g.n * 7919 + slot * 104729) % ${LARGE_PEOPLE}`,
  support_ticket: `
    insert into support_ticket (id, type, user_id, subject, message, priority, status, created_at, updated_at)
    select uuidv7(at - clock_timestamp()), case when place % 3 = 0 then 'general' else 'support' end, id, 'Where is my parcel?',
      'It has not come yet.', (array['low', 'medium', 'high'])[1 + place % 3],
      case when place % 50 > 0 then 'closed' when place % 3 = 0 then 'new' else 'open' end, at, at
    from (select id, row_number() over () as place from users where email like 'buyer-%' limit ${TICKETS}) u
      join lateral (select now() - (${TICKETS} - place) * interval '5 minutes' as at) t on true`,
  audit_log: `
    insert into audit_log (id, at, actor_id, actor_role, action, subject_type, subject_id, subject_label, before, after)
    select uuidv7(at - clock_timestamp()), at, null, null, 'changed', (array['product', 'giveaway', 'person', 'order'])[1 + n % 4],
      'thing-' || n % 5000, 'Bench thing ' || n % 5000, '{"price": 10}', '{"price": 12}'
    from generate_series(1, ${CHANGES}) n join lateral (select now() - (${CHANGES} - n) * interval '2 minutes' as at) t on true`,
}
