import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { HandedInRound } from '#features/draws/admin-contract.ts'
import { handInRound } from '#features/draws/commands/hand-in-round.server.ts'
import { EnvError, readEnv } from '#platform/env.ts'
import { Refusal } from '#platform/errors.ts'
import { createShop } from '../services/services.server.ts'

/**
 * `node bin/redoubt.js draw --giveaway <id> --round-file <file>`: draws a frozen giveaway by a round from any relay of the beacon, as JSON
 * with `round` and `signature`. For an hour in which the shop reaches no relay. A round that does not verify is refused.
 */
const end = (line: string, code: number) => {
  ;(code === 0 ? process.stdout : process.stderr).write(`${line}\n`)
  process.exit(code)
}

try {
  const { values } = parseArgs({ options: { giveaway: { type: 'string' }, 'round-file': { type: 'string' } } })
  const env = readEnv({ ...process.env, ROLE: 'web' })
  if (!env.DATABASE_URL || !env.ORIGIN) throw new EnvError('DATABASE_URL and ORIGIN are needed.')
  if (!values.giveaway || !values['round-file']) throw new EnvError('--giveaway and --round-file are needed.')
  // A relay's answer has more fields.
  const { round, signature } = JSON.parse(await readFile(values['round-file'], 'utf8'))
  const handedIn = HandedInRound.parse({ round, signature })
  const shop = createShop(env, { databaseUrl: env.DATABASE_URL, origin: env.ORIGIN, fetch, cron: false })
  await shop.start()
  const winner = await handInRound(shop.system, values.giveaway, handedIn)
  await shop.stop()
  end(`Winner selected: Slot ${winner.slot}`, 0)
} catch (error) {
  if (error instanceof EnvError || error instanceof Refusal) end(error.message, 2)
  throw error
}
