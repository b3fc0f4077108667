import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkOutLastRelease, isLastReleaseHere, LAST_RELEASE } from './last-release.ts'

/**
 * Runs the last release's own tests on the schema of this release.
 * `LAST_RELEASE_TESTS=all` runs the whole suite of that release.
 * @param process.argv the path of the JSON report.
 */
const CHOSEN = [
  'src/features/orders/checkout.test.ts',
  'src/features/orders/webhooks.test.ts',
  'src/features/orders/refunds/refunds.test.ts',
  'src/features/identity/sessions.test.ts',
  'src/features/giveaways/claims.test.ts',
  'src/features/giveaways/giveaway-life.test.ts',
  'src/features/membership/subscribing.test.ts',
]
/** Tests of parts that this release may change: the old schema and the old files. */
const ABOUT_SOURCE = ['db/schema.test.ts', 'src/app/house.test.ts', 'src/app/coverage.test.ts']
/** A release cannot name the tables of the next one. */
const ABOUT_TABLES = 'every table with a person in it belongs to one feature'

if (!isLastReleaseHere()) {
  process.stderr.write(
    `LEFT OUT: commit ${LAST_RELEASE.commit} of release ${LAST_RELEASE.version} is not in this clone.\n`,
  )
  process.exit(3)
}
const [report] = process.argv.slice(2)
const { folder, remove } = checkOutLastRelease({ withNewSchema: true })
const reporters = ['--reporter=default', ...(report ? ['--reporter=json', `--outputFile.json=${report}`] : [])]
for (const file of ABOUT_SOURCE) rmSync(join(folder, file))
const tests = process.env.LAST_RELEASE_TESTS === 'all' ? ['--testNamePattern', `^(?!.*${ABOUT_TABLES})`] : CHOSEN
const { status } = spawnSync('vitest', ['run', '--project', 'code', ...reporters, ...tests], {
  cwd: folder,
  stdio: 'inherit',
  env: { ...process.env, NODE_ENV: undefined },
})
remove()
process.exit(status ?? 1)
