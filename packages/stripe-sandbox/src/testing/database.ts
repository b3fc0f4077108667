import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

const SCHEMA = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')

/** Creates an empty database with the tables of `schema.sql`, on the PostgreSQL that the test run provides as `databaseUrl`. */
export async function openDatabase() {
  const name = `sandbox_${crypto.randomUUID().replaceAll('-', '')}`
  const urlOf = (database: string) => Object.assign(new URL(inject('databaseUrl')), { pathname: database }).href
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const pool = new pg.Pool({ connectionString: urlOf(name), max: 20 })
  // The pool's end does not wait for its sockets, and dropping the database breaks those that are left.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  await pool.query(SCHEMA)
  const close = async () => {
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { pool, close }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}
