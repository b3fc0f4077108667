import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { withDatabase } from '#platform/db/connections/embedded-postgres.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Place } from './machine/machine.ts'

/** Copies of the migrated template: each run has one for the shop and one for the provider. @param url a database of the server. */
export async function copiesOf(url: string) {
  const admin = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await admin.connect()

  async function within<T>(work: (place: Place) => Promise<T>): Promise<T> {
    const mark = newId().replaceAll('-', '')
    const names = [`shop_${mark}`, `provider_${mark}`] as const
    const folder = await mkdtemp(join(tmpdir(), 'redoubt-simulation-'))
    for (const name of names) await admin.query(`create database ${name} template redoubt strategy file_copy`)
    try {
      return await work({ shopUrl: withDatabase(url, names[0]), providerUrl: withDatabase(url, names[1]), folder })
    } finally {
      for (const name of names) await admin.query(`drop database ${name} with (force)`)
      await rm(folder, { recursive: true, force: true })
    }
  }
  return { within, close: () => admin.end() }
}
