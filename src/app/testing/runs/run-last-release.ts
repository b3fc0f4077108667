import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOutLastRelease, isLastReleaseHere, LAST_RELEASE } from './last-release.ts'

/**
 * Runs the last release's own tests on the schema of this release.
 * `LAST_RELEASE_TESTS=all` runs the whole suite of that release.
 * @param process.argv the path of the JSON report.
 */
const CHOSEN = [
  'src/features/orders/checkout/checkout.test.ts',
  'src/features/orders/webhooks/webhooks.test.ts',
  'src/features/orders/refunds/refunds.test.ts',
  'src/features/identity/sessions/tests/sessions.test.ts',
  'src/features/giveaways/entries/claims.test.ts',
  'src/features/giveaways/lifecycle/giveaway-life.test.ts',
  'src/features/membership/subscriptions/subscribing.test.ts',
]
/** Tests of parts that this release may change: the old schema and the old files. */
const ABOUT_SOURCE = ['db/schema.test.ts', 'src/app/house/house.test.ts', 'src/app/house/behaviour.test.ts']
/** A release cannot name the tables of the next one. */
const ABOUT_TABLES = 'every table with a person in it belongs to one feature'

/** The used part of vitest's JSON report. */
type Test = { fullName: string; status: string; failureMessages: string[] }
type File = { name: string; status: string; assertionResults: Test[] }
type Report = { numPassedTests: number; numFailedTests: number; testResults: File[] }

if (!isLastReleaseHere()) {
  process.stderr.write(
    `LEFT OUT: commit ${LAST_RELEASE.commit} of release ${LAST_RELEASE.version} is not in this clone.\n`,
  )
  process.exit(3)
}
const report = process.argv[2] ?? join(tmpdir(), `redoubt-last-release-${process.pid}.json`)
const { folder, remove } = checkOutLastRelease({ withNewSchema: true })
for (const file of ABOUT_SOURCE) rmSync(join(folder, file), { force: true })
const { numFailedTests, testResults } = run(process.env.LAST_RELEASE_TESTS === 'all' ? [] : CHOSEN)
remove()
process.exit(numFailedTests === 0 && testResults.every(({ status }) => status !== 'failed') ? 0 : 1)

function run(tests: string[]): Report {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const pattern = ['--testNamePattern', `^(?!.*${ABOUT_TABLES})`]
  spawnSync('vitest', ['run', '--project', 'code', ...reporters, ...pattern, ...tests], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  })
  return JSON.parse(readFileSync(report, 'utf8'))
}
