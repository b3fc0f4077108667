import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOutLastRelease, isLastReleaseHere, LAST_RELEASE } from './last-release.ts'

/**
 * Runs the last release's own tests on the schema of this release. Files with a failed test run once more: that release's tests cannot be
 * mended any more, and some of them race with the jobs that their shop starts every minute. A fault of the schema fails both times.
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
const first = run(process.env.LAST_RELEASE_TESTS === 'all' ? [] : CHOSEN)
const failed = first.testResults.filter(({ status }) => status === 'failed')
if (failed.length > 0) writeFileSync(report, JSON.stringify(merged(first, run(failed.map(({ name }) => name)))))
const { numFailedTests, testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
remove()
process.exit(numFailedTests === 0 && testResults.every(({ status }) => status !== 'failed') ? 0 : 1)

function run(tests: string[]): Report {
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const pattern = ['--testNamePattern', `^(?!.*${ABOUT_TABLES})`]
  spawnSync('vitest', ['run', '--project', 'code', ...reporters, ...pattern, ...tests], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  })
  return JSON.parse(readFileSync(report, 'utf8'))
}

/** The second results of the files that ran twice. Their tests keep the messages of the first failure, by which `npm test` names them. */
function merged(before: Report, again: Report): Report {
  const messages = new Map(
    before.testResults.flatMap(file => file.assertionResults.map(test => [test.fullName, test.failureMessages])),
  )
  const testResults = before.testResults.map(file => {
    const second = again.testResults.find(({ name }) => name === file.name)
    if (!second) return file
    const assertionResults = second.assertionResults.map(test => ({
      ...test,
      failureMessages: [...(messages.get(test.fullName) ?? []), ...test.failureMessages],
    }))
    return { ...second, assertionResults }
  })
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter(test => test.status === status).length
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults }
}
