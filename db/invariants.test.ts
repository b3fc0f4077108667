import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'

const INVARIANTS = readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')
const ANN = "'00000000-0000-4000-8000-000000000001'"
const SOUND = `
  insert into users (id, email, email_verified, name) values (${ANN}, 'a@shop.test', true, 'A');
  insert into notification_preference (user_id) values (${ANN});`

const consent = (channel: string, isGiven: boolean) => `
  insert into consent_record (id, user_id, channel, given, wording, wording_version, source, at)
  values (gen_random_uuid(), ${ANN}, '${channel}', ${isGiven}, 'Yes', '1', 'profile', now());`
const proposal = (decision: string, decidedBy: string, decidedAt: string) => `
  insert into staff_proposal (id, kind, title, subject_type, subject_id, subject_label, rights, input, reason,
    proposed_by, proposed_at, decision, decided_by, decided_at)
  values (gen_random_uuid(), 'delete_person', 'Delete', 'person', 'x', 'X', '{users.delete}', '{}', 'A test',
    ${ANN}, now(), ${decision}, ${decidedBy}, ${decidedAt});`

/** Each breaks one invariant, named by its number. The rules of the schema that would refuse it are dropped first. */
const PLANTED: [string, string][] = [
  ['01', `insert into credit_account (user_id, tier, issued, available) values (${ANN}, 'Bronze', 2, 2)`],
  [
    '12',
    "insert into coupon (id, code, kind, amount, created_at, held) values (gen_random_uuid(), 'ODD', 'percent', 10, now(), 1)",
  ],
  ['18', 'update shop_log_tree set size = size + 1'],
  ['19', "insert into log_checkpoint (size, note, created_at) values (99, 'none', now())"],
  [
    '21',
    `drop index membership_active;
    insert into membership (id, user_id, plan, status, started_at, current_period_ends_at)
      select gen_random_uuid(), ${ANN}, 'monthly', 'active', now(), now() + interval '1 month' from generate_series(1, 2)`,
  ],
  ['22', `alter table staff_proposal drop constraint confirmed_by_another; ${proposal("'confirmed'", ANN, 'now()')}`],
  [
    '22',
    `alter table staff_proposal drop constraint confirmed_by_another; ${proposal("'confirmed'", 'null', 'now()')}`,
  ],
  ['22', `alter table staff_proposal drop constraint staff_proposal_check; ${proposal("'refused'", ANN, 'null')}`],
  ['23', "insert into once_mark (kind, hash, lapses_at) values ('a@shop.test', sha256('x'), now())"],
  [
    '23',
    `alter table once_mark drop constraint once_mark_hash;
    insert into once_mark (kind, hash, lapses_at) values ('account', 'a@shop.test', now())`,
  ],
  ['23', 'alter table once_mark add column email text'],
  [
    '24',
    `alter table users disable trigger users_role_for_proof;
    update users set mailbox_unproven = true, role = 'support'`,
  ],
  ['24', `alter table users disable trigger users_role_for_proof; update users set offered_role = 'support'`],
  ['25', consent('push', true)],
  ['25', consent('email', false)],
  ['25', `update users set sms_consent = true; ${consent('sms', false)}`],
  ['26', 'alter table users disable trigger users_push_opt_in; update users set push_consent = true'],
]

const database = await openTestDatabase(1)
await database.pool.query(SOUND)
afterAll(() => database.close())
const faults = async () => (await database.pool.query<{ fault: string }>(INVARIANTS)).rows.map(({ fault }) => fault)

it('the 26 invariants are silent on sound rows', async () => {
  const numbers = [...INVARIANTS.matchAll(/^ {2}select '(\d\d) /gm)].map(([, number]) => Number(number))
  expect([...new Set(numbers)]).toEqual(Array.from({ length: 26 }, (_, n) => n + 1))
  expect(await faults()).toEqual([])
})

it.each(PLANTED)('invariant %s names its planted fault (case %$)', async (number, planting) => {
  await database.pool.query('begin')
  try {
    await database.pool.query(planting)
    expect((await faults()).map(fault => fault.slice(0, 2))).toContain(number)
  } finally {
    await database.pool.query('rollback')
  }
})
