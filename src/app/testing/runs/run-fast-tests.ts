import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run test:fast`: format, lint, and the tests that need neither PostgreSQL nor a browser. Types are left to the editor. */
const cwd = join(import.meta.dirname, '../../../..')
for (const [command, ...args] of [
  ['biome', 'ci', '.'],
  ['vitest', 'run', '--project', 'fast', ...process.argv.slice(2)],
]) {
  const { status } = spawnSync(command!, args, { cwd, stdio: 'inherit', env: { ...process.env, NODE_ENV: undefined } })
  if (status !== 0) process.exit(status ?? 1)
}
