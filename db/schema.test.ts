import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'
import { dumpSchema } from './dump-schema.ts'

it('db/schema.sql is what the migrations make', async () => {
  const database = await openTestDatabase(1)
  const dump = await dumpSchema(database.pool)
  await database.close()
  expect(dump).toBe(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'))
})

it("the sandbox's own schema.sql makes the tables that the migrations make", async () => {
  const database = await openTestDatabase(1)
  const migrated = await dumpSchema(database.pool)
  const text = readFileSync(fileURLToPath(import.meta.resolve('@redoubt/stripe-sandbox/schema.sql')), 'utf8')
  await database.pool.query('drop schema stripe_sandbox cascade')
  await database.pool.query(text)
  const own = await dumpSchema(database.pool)
  await database.close()
  expect(own).toBe(migrated)
})
