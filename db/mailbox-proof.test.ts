import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { newId } from '#platform/values/ids.server.ts'

const shop = await testShop()
const { db, pool } = shop.services

const sql = readFileSync(join(import.meta.dirname, 'migrations/0107_unproven_accounts.sql'), 'utf8')
const marking = /^update users set mailbox_unproven = true[\s\S]+?;/m.exec(sql)![0]
const proving = /^update users set mailbox_unproven = false[\s\S]+?;/m.exec(sql)![0]

const madeByStaff = (id: string) =>
  db
    .insertInto('audit_log')
    .values({ id: newId(), at: shop.clock.now(), action: 'created', subject_type: 'person', subject_id: id })
    .execute()

it('the migration marks accounts of staff for shoppers, without a record that a code of the mailbox was typed [B-31.2]', async () => {
  const [registered, made, typedCode, deleted] = [
    await shop.addUser(),
    await shop.addUser(),
    await shop.addUser(),
    await shop.addUser(),
  ]
  const staff = await shop.addUser({ role: 'manager' })
  const owner = await shop.addUser({ admin: true })
  for (const { userId } of [made, typedCode, deleted, staff, owner]) await madeByStaff(userId)
  const factor = { user_id: typedCode.userId, type: 'email', created_at: shop.clock.now() }
  await db.insertInto('second_factor').values(factor).execute()
  const gone = {
    deleted_at: shop.clock.now(),
    enabled: false,
    phone: null,
    birth_date: null,
    email: 'gone@redoubt.invalid',
  }
  await db.updateTable('users').set(gone).where('id', '=', deleted.userId).execute()
  // A record about something else whose id is no user's.
  await db
    .insertInto('audit_log')
    .values({ id: newId(), at: shop.clock.now(), action: 'created', subject_type: 'person', subject_id: 'nobody' })
    .execute()

  await pool.query(marking)
  const rows = await db.selectFrom('users').select('id').where('mailbox_unproven', '=', true).execute()
  expect(rows.map(({ id }) => id)).toEqual([made.userId])
  const kept = await db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('id', 'in', [staff.userId, owner.userId])
    .execute()
  expect(kept.map(({ role }) => role).toSorted()).toEqual(['manager', 'owner'])
  expect(registered.userId).not.toBe(made.userId)
})

it('the migration finds these accounts by an index of the audit log', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    const { rows } = await client.query(`explain ${marking}`)
    const plan = rows.map(row => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('audit_log_')
    expect(plan).not.toContain('Seq Scan on audit_log')
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('the migration proves an account with a role that kept the mark, so that its role stays [B-31.2]', async () => {
  const [staff, shopper] = [await shop.addUser({ role: 'support' }), await shop.addUser()]
  // The last release has no trigger that lets the role wait.
  await pool.query(`begin; set local session_replication_role = replica;
    update users set mailbox_unproven = true where id in ('${staff.userId}', '${shopper.userId}'); commit`)
  await pool.query(proving)
  const marks = db
    .selectFrom('users')
    .select(['id', 'role', 'mailbox_unproven as isUnproven', 'offered_role as offered'])
  expect(await marks.where('id', 'in', [staff.userId, shopper.userId]).orderBy('role').execute()).toEqual([
    { id: staff.userId, role: 'support', isUnproven: false, offered: null },
    { id: shopper.userId, role: 'user', isUnproven: true, offered: null },
  ])
})
