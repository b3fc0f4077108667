import { EnvError } from '#platform/env.ts'
import { buildIfNeeded } from './build.ts'

/** `npm start`: builds what changed, then serves until told to stop. */
process.env.NODE_ENV ??= 'production'
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  buildIfNeeded()
  const { startServer } = await import('./server.ts')
  const server = await startServer()
  say(`\n  Redoubt is open at ${server.address}\n`)
  if (server.setupLink) say(`  It has no owner yet. Become it within a day: ${server.setupLink}\n`)
  if (server.shop.env.MODE === 'demo' && server.shop.env.SEED) {
    const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('./demo-accounts.ts')
    for (const { email, what } of DEMO_ACCOUNTS) say(`  ${email.padEnd(24)} ${DEMO_PASSWORD}   ${what}`)
  }
  if (server.shop.env.MODE === 'demo') {
    say(`\n  Messages that would have left: ${server.address}/dev/outbox\n`)
  }
  const stop = async () => {
    await server.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`The settings are not right. ${error.message}\n`)
  process.exit(2)
}
