import { makeSetupLink } from '#features/setup/commands.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { EnvError, readEnv } from '#platform/env.ts'

/** `npm run owner`: creates another setup link, for a shop without an owner whose first link is used or lost. */
const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const { DATABASE_URL, ORIGIN } = readEnv(process.env)
  if (!DATABASE_URL || !ORIGIN)
    throw new EnvError(
      'DATABASE_URL and ORIGIN are needed. A shop with a database of its own says the link when it starts.',
    )
  const { db } = openDatabase(DATABASE_URL, 2)
  const link = await makeSetupLink({ db, now: () => new Date(), origin: ORIGIN })
  await db.destroy()
  say(link ? `\n  Become the owner within a day: ${link}\n` : '\n  This shop has an owner already.\n')
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`The settings are not right. ${error.message}\n`)
  process.exit(2)
}
