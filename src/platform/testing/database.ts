import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from '../db/connections/embedded-postgres.server.ts'
import { openDatabase } from '../db/database.server.ts'
import { closeAfter } from './close-after.ts'

/**
 * Opens a separate test database, copied in milliseconds from the migrated template.
 * @param max connections in the pool; race tests need many.
 */
export const openTestDatabase = (max = 10) => openCopy('redoubt', max)

/** A test database that is dropped after the test that opened it; opened while a test file loads, after the last test of the file. */
export async function testDatabase(max?: number) {
  const database = await openTestDatabase(max)
  closeAfter(database.close)
  return database
}

/** Opens a separate test database without tables. */
export const openEmptyDatabase = () => openCopy('template1', 2)

async function openCopy(template: string, max: number) {
  const templateUrl = inject('databaseUrl')
  const name = `t_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(templateUrl, name)
  const { pool, db } = openDatabase(url, max)
  const close = async () => {
    await db.destroy()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { url, pool, db, close }
}
