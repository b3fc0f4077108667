import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pool } from '#platform/db/database.server.ts'
import type { Site } from './bench-kinds.ts'
import { IS_SHORT, sized } from './short.ts'
import { perSecond } from './table.ts'

const run = promisify(execFile)
const CLIENTS = 32
/** The full statements of two web processes in a rush (commands/claim-slots.server.ts). */
const STATEMENTS = 4
const TOGETHER = 32
/** A short run counts transactions: on a busy machine none may end within a second. */
const LENGTH = IS_SHORT ? ['-t', '50'] : ['-T', '6']
const ROUNDS = sized(5, 1)
/** Share of the bare insert that the claim should reach. */
const AIM = 0.35

/**
 * 4,000 shoppers with credits, 20 giveaways of 100,000 slots, and the floors: `bench.bare` has one unique key; `bench.plain_writes` does the
 * claim's four writes on tables with one key each; `bench.shop_writes` does them on the shop's tables, without reads and rules.
 */
const SET_UP = `
  create schema bench;
  create function bench.shopper(n bigint) returns uuid language sql immutable
    return ('00000000-0000-7000-8000-' || lpad((n % 4000)::text, 12, '0'))::uuid;
  create function bench.giveaway(n bigint) returns uuid language sql immutable
    return ('00000000-0000-7000-9000-' || lpad((n % 20)::text, 12, '0'))::uuid;
  insert into users (id, email, email_verified, name, birth_date, phone)
    select bench.shopper(n), 'floor-' || n || '@example.com', true, 'Crowd', '1990-01-01', '+18015550100' from generate_series(0, 3999) n;
  insert into shipping_address (user_id, line1, city, state, postal_code)
    select bench.shopper(n), '1 Fort Street', 'Provo', 'UT', '84601' from generate_series(0, 3999) n;
  insert into credit_account (user_id, tier, issued, available)
    select bench.shopper(n), 'Bronze', 1000000, 1000000 from generate_series(0, 3999) n;
  insert into giveaway (id, slug, title, description, tier, category, value_cents, total_slots, entry_limit, starts_at, early_access_at, commitment)
    select bench.giveaway(n), 'floor-' || n, 'Bench', 'For the bench', 'Bronze', 'Bronze', 85000, 100000, 50, now() - interval '1 day',
      now() - interval '3 days', repeat('a', 64) from generate_series(0, 19) n;
  create sequence bench.turn;
  create function bench.together(n bigint) returns text[] language sql as $$
    select refusals from (
      select array_agg(bench.giveaway(c)) giveaways, array_agg(bench.shopper(c)) shoppers, array_agg(false) staff, array_agg(now()) nows,
        array_agg('2005-01-01'::date) born, array_agg(null::text) holders, array_agg('{' || c / 20 + 1 || '}') slots,
        array_agg('{' || uuidv7() || '}') entries, array_agg('{' || uuidv7() || '}') transfers, array_agg('{' || md5(c::text) || '}') marks
      from generate_series(n * ${TOGETHER}, n * ${TOGETHER} + ${TOGETHER - 1}) c
    ) claims, claim_slots_together(giveaways, shoppers, staff, nows, born, holders, slots, entries, transfers, marks, '{"Bronze":10}')
  $$;
  create table bench.bare (id uuid primary key, user_id uuid, n bigint, at timestamptz);
  create table bench.participant (giveaway_id uuid, user_id uuid, entry_count int, primary key (giveaway_id, user_id)) with (fillfactor = 70);
  create table bench.account (user_id uuid primary key, available int, spent int) with (fillfactor = 70);
  insert into bench.account select bench.shopper(n), 1000000, 0 from generate_series(0, 3999) n;
  create table bench.entry (giveaway_id uuid, slot int, id uuid, user_id uuid, at timestamptz, primary key (giveaway_id, slot));
  create table bench.transfer (id uuid primary key, user_id uuid, amount int, source uuid, at timestamptz);
  create function bench.plain_writes(g uuid, u uuid, slot int) returns void language plpgsql as $$
    declare entry uuid := uuidv7();
    begin
      insert into bench.participant as p values (g, u, 1) on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + 1;
      update bench.account set available = available - 1, spent = spent + 1 where user_id = u and available >= 1;
      insert into bench.entry values (g, slot, entry, u, now());
      insert into bench.transfer values (uuidv7(), u, 1, entry, now());
    end $$;
  create function bench.shop_writes(g uuid, u uuid, slot int) returns void language plpgsql as $$
    declare entry uuid := uuidv7();
    begin
      insert into giveaway_participant as p values (g, u, 1)
        on conflict (giveaway_id, user_id) do update set entry_count = p.entry_count + 1 where p.entry_count < 50;
      update credit_account set available = available - 1, spent = spent + 1 where user_id = u and tier = 'Bronze' and available >= 1;
      insert into giveaway_entry (id, giveaway_id, user_id, slot_number, created_at, created_by) values (entry, g, u, slot, now(), u)
        on conflict (giveaway_id, slot_number) where removed_at is null do nothing;
      insert into credit_transfer (id, user_id, tier, debit, credit, amount, kind, source_type, source_id, description, actor_id, created_at)
        values (uuidv7(), u, 'Bronze', 'available', 'spent', 1, 'entry', 'entry', entry::text, 'Slot', u, now());
    end $$`

/** Neighbouring turns take different shoppers: a shopper's own account row orders their claims, and is not what is measured. */
const OF_TURN = `bench.giveaway(n), bench.shopper(n)`
const TURN = `from (select nextval('bench.turn') n) turn`
const SCRIPTS = {
  bare: `insert into bench.bare select uuidv7(), bench.shopper(n), n, now() ${TURN}`,
  plain: `select bench.plain_writes(${OF_TURN}, (n / 20 + 1)::int) ${TURN}`,
  writes: `select bench.shop_writes(${OF_TURN}, (n / 20 + 1)::int) ${TURN}`,
  claim: `select claim.* ${TURN}, lateral claim_slots(${OF_TURN}, array[(n / 20 + 1)::int], null, array[uuidv7()],
    array[uuidv7()], now(), false, false, '2005-01-01', '{"Bronze":10}', array[md5(n::text)], null) claim`,
  together: `select bench.together(n) ${TURN}`,
}
type Script = keyof typeof SCRIPTS

/**
 * Compares the claim, alone and with others, with bare writes under one client, pgbench (Debian: postgresql-contrib), in alternating rounds.
 * Every claim must be accepted, else the bench throws.
 */
export async function benchClaimFloor({ pool, databaseUrl, folder, add }: Site): Promise<void> {
  await pool.query(SET_UP)
  const rates: Record<Script, number[]> = { bare: [], plain: [], writes: [], claim: [], together: [] }
  const names = Object.keys(SCRIPTS) as Script[]
  for (const name of names) await writeFile(join(folder, `${name}.sql`), SCRIPTS[name].replaceAll('\n', ' '))
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of names) {
      // Each script meets the same small tables, and slots from 1 on.
      await pool.query(
        `truncate giveaway_entry, giveaway_participant, claim_event, bench.participant, bench.entry, bench.transfer, bench.bare`,
      )
      await pool.query(`alter sequence bench.turn restart`)
      await pool.query('vacuum analyze giveaway_entry, giveaway_participant, credit_account, credit_transfer')
      const isTogether = name === 'together'
      const { rate, done } = await pgbench(databaseUrl, join(folder, `${name}.sql`), isTogether ? STATEMENTS : CLIENTS)
      const each = isTogether ? TOGETHER : 1
      if (name === 'claim' || isTogether) await requireEntries(pool, done * each)
      rates[name].push(rate * each)
    }
  }
  const median = (name: Script) => rates[name].toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  const share = (name: Script) => (median(name) / median('bare')).toFixed(2)
  add({
    what: `the claim statement by pgbench, ${CLIENTS} clients, and ${STATEMENTS} that each write ${TOGETHER} claims`,
    measured: `${perSecond(median('together'))} = ${share('together')} of a bare insert; one by one ${perSecond(median('claim'))} = ${share('claim')}`,
    ceiling: `${perSecond(median('bare'))}; four bare writes ${share('plain')}, the claim's four writes without rules ${share('writes')}`,
    aim: `${AIM}`,
    ok: Number(share('together')) >= AIM,
  })
}

/** @returns transactions a second, and their number. */
async function pgbench(databaseUrl: string, script: string, clients: number): Promise<{ rate: number; done: number }> {
  const load = ['-n', '-c', String(clients), '-j', '2', '-M', 'prepared', ...LENGTH]
  const { stdout } = await run('pgbench', [...load, '-f', script, databaseUrl])
  const figure = (pattern: RegExp) => Number(pattern.exec(stdout)![1])
  return { rate: figure(/tps = ([\d.]+)/), done: figure(/actually processed: (\d+)/) }
}

async function requireEntries(pool: Pool, claims: number): Promise<void> {
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from giveaway_entry')
  if (rows[0]!.n !== claims) throw new Error(`${rows[0]!.n} of ${claims} claims were accepted.`)
}
