import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { SchemaError } from '#platform/db/migrations/migration-record.server.ts'
import { EnvError } from '#platform/env.ts'
import { buildIfNeeded } from '../cli/build.ts'
import type { RunningServer } from '../server.ts'
import { stopOnSignals } from './stop-signals.ts'

/** `npm start`: builds changed files, then serves until stopped. */
process.env.NODE_ENV ??= 'production'
let running: RunningServer | undefined
stopOnSignals(() => running)
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  buildIfNeeded()
  const { startServer } = await import('../server.ts')
  const server = await startServer()
  running = server
  say(`\n  Redoubt is open at ${server.address}\n`)
  if (server.setupLink) say(`  It has no owner yet. Become it within a day: ${server.setupLink}\n`)
  if (server.shop.env.MODE === 'demo' && server.shop.env.SEED) {
    const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('../seed/demo-accounts.ts')
    for (const { email, what } of DEMO_ACCOUNTS) say(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${what}`)
  }
  if (server.shop.env.MODE === 'demo') {
    say(`\n  Messages that would have left: ${server.address}/dev/outbox\n`)
  }
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
