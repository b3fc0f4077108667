import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withDatabase } from '#platform/db/connections/embedded-postgres.server.ts'
import { readFunctions, readMigrations } from '#platform/db/migrations/migration-files.server.ts'

/**
 * The schema is created by the user of a shop's database; here by two that are no superusers, in a separate database. The sandbox is left
 * out, because its schema needs a right that also allows the extension; migrations that run apart make no tables.
 */
const isOfShop = ({ name }: { name: string }) => !name.includes('stripe_sandbox')
const MIGRATIONS = (await readMigrations()).filter(file => isOfShop(file) && !file.isApart)
const FUNCTIONS = (await readFunctions()).filter(isOfShop)
const ID = crypto.randomUUID().replaceAll('-', '')
const [DATABASE, OWNER, GUEST] = [`d_${ID}`, `owner_${ID}`, `guest_${ID}`]

let admin: pg.Client
beforeAll(async () => {
  admin = new pg.Client({ connectionString: withDatabase(inject('databaseUrl'), 'postgres') })
  await admin.connect()
  for (const role of [OWNER, GUEST]) await admin.query(`create role ${role} login password 'plain'`)
})
afterAll(async () => {
  for (const role of [OWNER, GUEST]) await admin.query(`drop role ${role}`)
  await admin.end()
})

/** Creates the schema as a role in a fresh database. @returns what it warned of, and the words that it finds similar. */
async function migrateAs(role: string) {
  await admin.query(`create database ${DATABASE} owner ${OWNER}`)
  const url = new URL(withDatabase(inject('databaseUrl'), DATABASE))
  url.username = role
  url.password = 'plain'
  const grantor = new pg.Client({ connectionString: withDatabase(inject('databaseUrl'), DATABASE) })
  await grantor.connect()
  await grantor.query(`grant all on schema public to ${GUEST}`)
  await grantor.end()
  const client = new pg.Client({ connectionString: url.href })
  const warnings: (string | undefined)[] = []
  client.on('notice', notice => notice.severity === 'WARNING' && warnings.push(notice.message))
  await client.connect()
  for (const { text } of [...MIGRATIONS, ...FUNCTIONS]) await client.query(text)
  await client.query(`insert into product (id, slug, name, category, price_cents)
    values (gen_random_uuid(), 'sticker', 'Star-Fort Sticker', 'Patches', 100)`)
  const { rows } = await client.query<{ similar: string[] }>(`select similar_words('stiker') as similar`)
  await client.end()
  await admin.query(`drop database ${DATABASE} with (force)`)
  return { warnings, similar: rows[0]!.similar }
}

it('forgives typing for a plain user who owns the database [B-2.34]', async () => {
  const { warnings, similar } = await migrateAs(OWNER)
  expect(warnings).toEqual([])
  expect(similar[0]).toBe('sticker')
})

it('migrates without it, and says so, for a user who may not create the extension', async () => {
  const { warnings, similar } = await migrateAs(GUEST)
  expect(warnings).toEqual([expect.stringContaining('the store search will not forgive typing errors')])
  expect(similar).toEqual([])
})
