import { rotateSigningKey } from '#features/identity/sessions/signing-keys.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { EnvError, readEnv } from '#platform/env.ts'
import { createSecret } from '#platform/secrets/secret.server.ts'

/**
 * `npm run rotate-signing-key`: creates a new signing key for ID tokens at once, when a key may have leaked. Deletes all former keys, so
 * every page requests a new token with its session cookie. Running processes load the new key at the commit.
 */
try {
  const { DATABASE_URL, AUTH_SECRET, AUTH_SECRET_PREVIOUS, DATA_DIR } = readEnv(process.env)
  if (!DATABASE_URL) throw new EnvError('DATABASE_URL is needed.')
  const { pool, db } = openDatabase(DATABASE_URL, 2)
  const secret = createSecret({
    pool,
    configured: AUTH_SECRET,
    previous: AUTH_SECRET_PREVIOUS,
    dataDir: DATA_DIR,
  })
  await secret.start()
  await rotateSigningKey({ pool, seals: secret.seals, now: new Date() }, 'now')
  await db.destroy()
  process.stdout.write('\n  A new key signs from now on. Tokens of former keys are void.\n')
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  process.stderr.write(`The settings are not right. ${error.message}\n`)
  process.exit(2)
}
