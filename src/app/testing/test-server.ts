import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#platform/env.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { testDatabase } from '#platform/testing/database.ts'
import { type RunningServer, startServer } from '../server.ts'

/**
 * The whole shop behind real HTTP, on a free port and the test's database. Shops of one database share their stored files, others do not: a
 * worker runs several files of tests, and a log that another shop signed stops a start.
 * @param settings environment variables in addition to the tests' defaults.
 */
export const startTestServer = (databaseUrl: string, settings: Record<string, string> = {}): Promise<RunningServer> =>
  startServer(
    readEnv({
      PORT: '0',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      SEED: 'off',
      DATA_DIR: join(tmpdir(), `redoubt-server-${new URL(databaseUrl).pathname.slice(1)}`),
      ...settings,
    }),
  )

/** A server on a database of its own. Both close after the test that opened them; opened while a test file loads, after the last test of the file. */
export async function testServer(settings?: Record<string, string>) {
  const database = await testDatabase(1)
  const server = await startTestServer(database.url, settings)
  closeAfter(server.stop)
  return { ...server, database }
}
