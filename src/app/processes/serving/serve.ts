import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { SchemaError } from '#platform/db/migrations/migration-record.server.ts'
import { EnvError, readEnv } from '#platform/env.ts'
import type { RunningServer } from '../../server.ts'
import { startOwnPostgres } from './own-postgres.server.ts'
import { stopOnSignals } from './stop-signals.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Starts the built shop and serves until stopped. A database that is away ends the process with 1, a wrong setting or schema with 2. */
export async function serve(): Promise<void> {
  process.env.NODE_ENV ??= 'production'
  let running: RunningServer | undefined
  stopOnSignals(() => running)
  try {
    const env = readEnv(process.env)
    // PostgreSQL starts while the rest is loaded.
    const postgres = startOwnPostgres(env)
    // Its failure is thrown where the server awaits it.
    postgres.catch(() => {})
    const { startServer } = await import('../../server.ts')
    running = await startServer(env, { postgres })
    await greet(running)
  } catch (error) {
    if (error instanceof DatabaseAway) {
      process.stderr.write(`${error.message}\n`)
      process.exit(1)
    }
    const isAboutSchema = error instanceof SchemaError
    if (!isAboutSchema && !(error instanceof EnvError)) throw error
    process.stderr.write(isAboutSchema ? `${error.message}\n` : `The settings are not right. ${error.message}\n`)
    process.exit(2)
  }
}

async function greet({ address, setupLink, shop }: RunningServer): Promise<void> {
  const { brand, isOpen } = shop.services.settings
  say(isOpen ? `\n  ${brand.name} is open at ${address}\n` : `\n  The shop is at ${address}, not open yet\n`)
  if (setupLink) say(`  It has no owner yet. Become it within a day: ${setupLink}\n`)
  if (shop.env.MODE !== 'demo') return
  if (shop.env.SEED) {
    const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('../../seed/demo-accounts.ts')
    for (const { email, what } of DEMO_ACCOUNTS) say(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${what}`)
  }
  say(`\n  Messages that would have left: ${address}/dev/outbox\n`)
}
