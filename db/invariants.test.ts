import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'

const INVARIANTS = readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')

/** Each breaks one invariant. The rules of the schema that would refuse it are dropped first. */
const PLANTED = `
  insert into users (id, email, email_verified, name) values ('00000000-0000-4000-8000-000000000001', 'a@shop.test', true, 'A');
  insert into credit_account (user_id, tier, issued, available) values ('00000000-0000-4000-8000-000000000001', 'Bronze', 2, 2);
  insert into coupon (id, code, kind, amount, created_at, held) values (gen_random_uuid(), 'ODD', 'percent', 10, now(), 1);
  insert into log_checkpoint (size, note, created_at) values (99, 'none', now());
  drop index membership_active;
  insert into membership (id, user_id, plan, status, started_at, current_period_ends_at)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'monthly', 'active', now(), now() + interval '1 month'
    from generate_series(1, 2);
  update shop_log_tree set size = size + 1;`

it('the 21 invariants are silent on sound rows and name planted faults', async () => {
  const database = await openTestDatabase(1)
  const faults = async () => (await database.pool.query<{ fault: string }>(INVARIANTS)).rows.map(({ fault }) => fault)
  expect(INVARIANTS.match(/^ {2}select '\d\d /gm)).toHaveLength(21)
  expect(await faults()).toEqual([])
  await database.pool.query(PLANTED)
  const named = new Set((await faults()).map(fault => fault.slice(0, 2)))
  await database.close()
  expect([...named]).toEqual(['01', '12', '18', '19', '21'])
})
