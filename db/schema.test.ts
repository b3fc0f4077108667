import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'
import { dumpSchema } from './dump-schema.ts'

it('db/schema.sql is what the migrations make', async () => {
  const database = await openTestDatabase(1)
  const dump = await dumpSchema(database.pool)
  await database.close()
  expect(dump).toBe(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'))
})
