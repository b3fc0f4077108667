import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import { openEmptyDatabase } from '#platform/testing/database.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../../../db/migrations')
const LAST_OF_EARLIER = '0032'

let database: Awaited<ReturnType<typeof openEmptyDatabase>>
let folder: string
beforeAll(async () => {
  database = await openEmptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'redoubt-cards-'))
  await mkdir(join(folder, 'functions'))
  const files = await readdir(MIGRATIONS)
  for (const file of files.filter(name => name.slice(0, 4) <= LAST_OF_EARLIER))
    await copyFile(join(MIGRATIONS, file), join(folder, file))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const GIVEAWAY = '01990000-0000-7000-8000-000000000001'
const USER = '01990000-0000-7000-8000-0000000000aa'

/** Entries by mail of the release before the register: two of one address, one of an account, an erased one and a removed one. */
const ENTRIES = `
  insert into users (id, email, email_verified, name) values ('${USER}', 'ann@example.com', true, 'Ann Lee');
  insert into giveaway (id, slug, title, description, tier, category, value_cents, total_slots, starts_at, early_access_at, commitment)
    values ('${GIVEAWAY}', 'kit', 'Kit', 'Goods.', 'Gold', 'Gold', 0, 10, '2026-11-01', '2026-11-01', repeat('a', 64));
  insert into giveaway_entry (id, giveaway_id, user_id, slot_number, is_private, mail_name, mail_email, created_at, removed_at) values
    (gen_random_uuid(), '${GIVEAWAY}', null, 11, true, 'Ada', 'ada@example.com', '2026-11-02', null),
    (gen_random_uuid(), '${GIVEAWAY}', null, 12, true, 'Ada M.', 'ADA@example.com', '2026-11-03', null),
    (gen_random_uuid(), '${GIVEAWAY}', '${USER}', 13, true, 'Ann Lee', 'ann@example.com', '2026-11-04', null),
    (gen_random_uuid(), '${GIVEAWAY}', null, 14, true, 'Former customer', 'deleted@redoubt.invalid', '2026-11-05', null),
    (gen_random_uuid(), '${GIVEAWAY}', null, 15, true, 'Gone', 'gone@example.com', '2026-11-06', '2026-11-07')`

it('entries by mail of an earlier release get cards without a gap, senders, and leaves that name the sender', async () => {
  await migrate(database.db, { folder, functions: join(folder, 'functions') })
  await database.pool.query(ENTRIES)
  await migrate(database.db)
  const { rows: cards } = await database.pool.query(`
    select c.number, e.slot_number as slot, s.name, s.email, s.user_id, s.erased_at is not null as erased, c.state, c.needs_second,
      e.card_number = c.number and e.mail_sender_id = s.id as linked, c.received_on::text as received
    from mail_card c join mail_sender s on s.id = c.sender_id join giveaway_entry e on e.id = c.entry_id order by c.number`)
  const card = { state: 'registered', needs_second: false, linked: true, user_id: null, erased: false }
  expect(cards).toEqual([
    { ...card, number: 1, slot: 11, name: 'Ada M.', email: 'ada@example.com', received: '2026-11-01' },
    { ...card, number: 2, slot: 12, name: 'Ada M.', email: 'ada@example.com', received: '2026-11-02' },
    { ...card, number: 3, slot: 13, name: 'Ann Lee', email: 'ann@example.com', user_id: USER, received: '2026-11-03' },
    { ...card, number: 4, slot: 14, name: 'Former customer', email: null, erased: true, received: '2026-11-04' },
    { ...card, number: 5, slot: 15, name: 'Gone', email: 'gone@example.com', received: '2026-11-05' },
  ])
  const { rows: events } = await database.pool.query(`
    select d.card_number as card, d.person_id = coalesce(e.user_id, e.mail_sender_id) as known
    from draw_event d join giveaway_entry e on e.id = d.entry_id where d.kind = 'mail' order by d.number`)
  expect(events).toEqual([1, 2, 3, 4, 5].map(number => ({ card: number, known: true })))
  expect((await database.pool.query('select last_number from mail_register')).rows).toEqual([{ last_number: 5 }])
  expect((await database.pool.query('select 1 from mail_card where not is_opening_tallied')).rows).toEqual([])
})
