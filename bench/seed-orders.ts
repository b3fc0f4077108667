import type { QueryResult } from 'pg'
import type { Pool } from '#platform/db/database.server.ts'
import { inBulk } from './bulk-load.ts'
import { sized } from './short.ts'

const ORDERS = sized(1_000_000, 3000)
const PRODUCTS = 200
/** People of `orders-large` and of `--large`. */
export const PEOPLE = sized(100_000, 500)
export const LARGE_PEOPLE = sized(1_000_000, 1000)
export const SEEDED_DAYS = sized(730, 75)
const STATES = ['UT', 'TX', 'CA', 'CO', 'NV', 'AZ', 'ID', 'WY', 'FL', 'NY', 'WA', 'OR', 'MT', 'GA', 'OH']

/**
 * Seeds two years of a shop: people, and a million orders of one to three lines from 200 products, with the shop's fee and tax rates.
 * A tenth is never paid, one in 25 is refunded in full or by line, one in 30 is a membership with monthly renewals. Also seeds the
 * payment provider's records, so that the books agree. Every constraint is checked over all rows.
 */
export async function seedOrders(pool: Pool, people: number, say: (text: string) => void): Promise<void> {
  const client = await pool.connect()
  const run = async (statements: Record<string, string>) => {
    for (const [what, statement] of Object.entries(statements)) {
      const began = performance.now()
      // Some statements have a second result, from an `analyze`.
      const [{ rowCount }] = [await client.query(statement)].flat() as [QueryResult]
      say(`  seeded ${what}: ${rowCount?.toLocaleString('en-US')} rows in ${secondsSince(began)} s`)
    }
  }
  try {
    // Fewer checkpoints, because each one during the load would write pages again.
    await client.query(`alter system set max_wal_size = '8GB'`)
    await client.query('select pg_reload_conf()')
    await client.query(`set synchronous_commit = off; set work_mem = '256MB'; set jit = off`)
    await client.query(`set maintenance_work_mem = '512MB'; set temp_buffers = '256MB'`)
    await run(staged(people))
    const began = performance.now()
    await inBulk(client, TABLES, () => run(LOADED))
    say(`  loaded, indexed and checked in ${secondsSince(began)} s`)
    await client.query('discard temp')
    await client.query('alter system reset max_wal_size')
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
  } finally {
    // Destroys the connection, because its settings must not return to the pool.
    client.release(true)
  }
}

const secondsSince = (began: number) => ((performance.now() - began) / 1000).toFixed(1)

const TABLES = [
  'users',
  'customer_order',
  'order_line',
  'refund',
  'refund_line',
  'membership',
  'membership_invoice',
].concat('provider_payment')

/** Derives a pseudo-random number from a row's number, equal in every run. */
const chance = (salt: number) => `(hashint8extended(n, ${salt}) & 2147483647)`
const stateOf = (salt: number) => `(array['${STATES.join("','")}'])[1 + ${chance(salt)} % ${STATES.length}]`

/** Intermediate results in temporary tables. */
const staged = (people: number): Record<string, string> => ({
  'numbers of people': `
    create temp table person as select n as place, uuidv7(interval '-2 years') as id, 'buyer-' || n || '@example.com' as email,
      (array['Ada', 'Max', 'Iris', 'Theo', 'Nora', 'Otis', 'June', 'Cole'])[1 + n % 8] || ' ' ||
      (array['Frost', 'Ward', 'Stone', 'Hale', 'Byrne', 'Cross', 'Marsh', 'Vance', 'Lowe', 'Pike'])[1 + n / 8 % 10] || ' ' || n
      as name from generate_series(1, ${people}) n; analyze person`,
  products: `
    create temp table thing as select n as place, gen_random_uuid() as id, 'Bench thing ' || n as name,
      (array['Bronze', 'Silver', 'Gold', 'Platinum']::tier[])[1 + n % 4] as tier, 500 + 37 * n::int as cents
    from generate_series(0, ${PRODUCTS - 1}) n; analyze thing`,
  'what is bought': `
    create temp table line as
    select n, k as position, t.id as product_id, t.name, t.tier, t.cents, 1 + (${chance(1)} + k) % 2 as quantity,
      -- A tenth off for one order in ten, cut to whole cents on each line.
      case when ${chance(2)} % 10 = 0 then t.cents * (1 + (${chance(1)} + k) % 2) / 10 else 0 end as discount
    from generate_series(1::bigint, ${ORDERS}) n, generate_series(0, (${chance(3)} % 3)::int * (n % 30 <> 0)::int) k
      join lateral (select (${chance(4)} + 7 * k) % ${PRODUCTS} as thing) c on true join thing t on t.place = c.thing;
    analyze line`,
  'who bought it and when': `
    create temp table bought as
    select n, uuidv7(moment.at - clock_timestamp()) as id, moment.at, subtotal, discount, p.id as user_id, p.email, p.name,
      ${stateOf(5)} as state, n % 30 = 0 as membership,
      case when ${chance(6)} % 100 < 90 then 'paid' when ${chance(6)} % 100 < 96 then 'expired'
        when ${chance(6)} % 1000 < 998 then 'cancelled' else 'review' end as status,
      case when n % 30 = 0 then 0 else (ceil((subtotal - discount) * 0.05 / 100) * 100)::int end as fee,
      case when n % 30 = 0 then 0 else round((subtotal - discount) * 0.0825)::int end as tax
    from (select n, sum(cents * quantity)::int as subtotal, sum(discount)::int as discount from line group by n) l
      join lateral (select 1 + ${chance(7)} % ${people} as person,
        -- More every day than the day before, the last one a minute ago.
        now() - interval '1 minute' - interval '${SEEDED_DAYS} days' * (1 - sqrt(n::float8 / ${ORDERS})) as at) moment on true
      join person p on p.place = moment.person;
    analyze bought`,
  'what comes back': `
    create temp table back as
    select r.*, client, platform, p.subtotal, p.discount, p.tax,
      p.subtotal - p.discount + client + platform + p.tax as amount
    from (
      select n, gen_random_uuid() as id, id as order_id, at + interval '1 day' * (1 + n % 20) as at,
        ${chance(8)} % 2 = 0 as is_whole, fee, tax as order_tax
      from bought where status = 'paid' and not membership and ${chance(9)} % 25 = 0 and at < now() - interval '21 days'
    ) r
      join lateral (select case when is_whole then round(fee * 0.7)::int else 0 end as client) c on true
      join lateral (select case when is_whole then fee - client else 0 end as platform) f on true
      join (
        select n, is_whole, sum(cents * quantity)::int as subtotal, sum(discount)::int as discount,
          floor(sum(cents * quantity - discount) * 0.0825)::int as line_tax
        from line, (values (true), (false)) w (is_whole) where is_whole or position = 0 group by n, is_whole
      ) l using (n, is_whole)
      join lateral (
        select l.subtotal, l.discount, case when is_whole then order_tax else line_tax end as tax
      ) p on true;
    analyze back`,
})

/** Rows for the shop's tables, whose indexes and foreign keys are rebuilt afterwards. */
const LOADED: Record<string, string> = {
  people: `
    insert into users (id, email, email_verified, name, birth_date, phone)
    select id, email, true, name, '1990-01-01', '+18015550100' from person`,
  orders: `
    insert into customer_order (id, user_id, status, mode, interval, email, ship_to, subtotal_cents, discount_cents, fee_cents,
      fee_client_cents, fee_platform_cents, shipping_cents, tax_cents, total_cents, payment_method, session_id,
      payment_intent_id, subscription_id, created_at, expires_at, next_reconcile_at, paid_at, fulfilment, carrier, tracking_number,
      tax_state, tax_rate, refunded_cents)
    select b.id, user_id, status, case when membership then 'subscription' else 'payment' end,
      case when membership then 'month' end, email,
      jsonb_build_object('name', name, 'line1', n || ' Fort Street', 'line2', null, 'city', 'Provo', 'state', state,
        'postalCode', '84601', 'country', 'US'),
      b.subtotal, b.discount, b.fee, round(b.fee * 0.7)::int, b.fee - round(b.fee * 0.7)::int, 0, b.tax,
      b.subtotal - b.discount + b.fee + b.tax,
      'stripe', 'cs_bench_' || n, case when status = 'paid' then 'pi_bench_' || n end,
      case when status = 'paid' and membership then 'sub_bench_' || n end, b.at, b.at + interval '31 minutes',
      b.at + interval '10 years', case when status = 'paid' then b.at + interval '20 seconds' end, step,
      case when step in ('shipped', 'delivered') then 'UPS' end,
      case when step in ('shipped', 'delivered') then '1Z' || lpad(n::text, 16, '0') end,
      case when not membership then 'UT' end, case when not membership then 0.0825 end, coalesce(back.amount, 0)
    from bought b left join back using (n)
      join lateral (select case when status <> 'paid' or membership then 'unfulfilled'
        when b.at < now() - interval '10 days' then 'delivered' when b.at < now() - interval '4 days' then 'shipped'
        when b.at < now() - interval '2 days' then 'packed' else 'unfulfilled' end as step) f on true order by n`,
  'lines of orders': `
    insert into order_line (order_id, position, product_id, variant_id, name, options, tier, entries, list_cents, unit_cents,
      quantity, discount_cents, refunded)
    select b.id, l.position, l.product_id, l.product_id, l.name, '{}', l.tier, 1, l.cents, l.cents, l.quantity, l.discount,
      case when back.is_whole or l.position = 0 and not back.is_whole then l.quantity else 0 end
    from line l join bought b using (n) left join back using (n) order by n, l.position`,
  refunds: `
    insert into refund (id, order_id, status, provider_id, reason, subtotal_cents, discount_cents, fee_client_cents,
      fee_platform_cents, shipping_cents, tax_cents, amount_cents, created_at, succeeded_at)
    select id, order_id, 'succeeded', 're_bench_' || n, 'Did not fit', subtotal, discount, client, platform, 0, tax, amount, at,
      at from back order by at`,
  'lines of refunds': `
    insert into refund_line (refund_id, order_id, position, quantity, net_cents)
    select r.id, r.order_id, l.position, l.quantity, l.cents * l.quantity - l.discount
    from back r join line l on l.n = r.n and (r.is_whole or l.position = 0)`,
  memberships: `
    insert into membership (id, user_id, provider_id, plan, status, started_at, current_period_ends_at, read_at)
    select gen_random_uuid(), user_id, 'sub_bench_' || n, 'monthly', 'cancelled', at, now(), now()
    from bought where membership and status = 'paid'`,
  renewals: `
    insert into membership_invoice (id, membership_id, user_id, reason, status, amount_cents, payment_intent_id, plan,
      period_started_at, period_ends_at, created_at, paid_at)
    select 'in_bench_' || m.id || k, m.id, m.user_id, 'renewal', 'paid', 2499, 'pi_' || m.id || k, 'monthly',
      at, at + interval '1 month', at, at
    from membership m, generate_series(1, 11) k
      join lateral (select m.started_at + k * interval '1 month' as at) a on true
    where m.provider_id like 'sub_bench_%' and a.at < now() - interval '1 hour'`,
  'what the provider says': `
    insert into provider_payment (id, kind, status, amount_cents, currency, payment_intent_id, order_id, invoice_id, at, seen_at,
      booked_at)
    select 'ch_' || payment_intent_id, 'charge', 'succeeded', amount_cents, currency, payment_intent_id, order_id, invoice_id,
      at, at, at from book_payment where payment_intent_id not like 'pi_demo_%'
    union all
    select provider_id, 'refund', 'succeeded', amount_cents, currency, payment_intent_id, order_id, null, at, at, at
    from book_refund where provider_id like 're_bench_%'`,
  // Otherwise the job that records sales for the leaderboard would run during the whole bench.
  'recorded sales': `
    insert into recorded_sale (id, order_id, user_id, paid_at, pieces, credits, product_name, state)
    select gen_random_uuid(), o.id, o.user_id, o.paid_at, 1, 0, 'Bench thing', o.ship_to->>'state'
    from customer_order o where o.status = 'paid' and o.paid_at > now() - interval '2 days' on conflict do nothing`,
}
