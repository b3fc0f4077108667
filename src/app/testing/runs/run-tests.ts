import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative } from 'node:path'
import chromium from '@sparticuz/chromium'
import type { Report as BenchReport } from '../../../../bench/runner/run-all.ts'
import { isLastReleaseHere, LAST_RELEASE } from './last-release.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { REPORT_OF_UNHANDLED_ERRORS } from './unhandled-errors.ts'

/**
 * `npm test`: every rule, route, race and journey once, in some 15 minutes on two cores. `npm test -- --all` also runs what looks at the same
 * things again (`src/app/testing/suites/again.ts`), the last release on this schema and each bench in its short form. Paths select tests:
 * `npm test -- src/features/credits` runs all of that folder.
 */
const ROOT = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(temporaryFolder(), 'redoubt-tests-'))
// As root, PostgreSQL runs under another user, who needs to traverse this folder to its data.
chmodSync(folder, 0o711)
const ALL = '--all'
const filters = process.argv.slice(2).filter(argument => argument !== ALL)
const isAll = process.argv.includes(ALL)
const say = (line: string) => process.stdout.write(`${line}\n`)
const failedSteps: string[] = []
let passed = 0
let failed = 0
/** One paragraph per failed test, printed again at the end, because earlier output is thousands of lines away. */
const failures: string[] = []
/** Checks that could not run here, so they have not passed. */
const leftOut: string[] = []

/** The used part of vitest's JSON report. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

process.env.TMPDIR = folder
// Tests that are named by their path run whole.
if (isAll || filters.length > 0) process.env.TESTS = 'all'
const env = { ...process.env, NODE_ENV: undefined }

/** Waits without blocking, so that concurrent suites continue with their next step. */
async function step(name: string, command: string, args: string[], variables: NodeJS.ProcessEnv = env): Promise<void> {
  const began = Date.now()
  say(`\n── ${name}`)
  const [status] = await once(spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: variables }), 'close')
  ended(name, status, ` in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

function ended(name: string, status: number | null, after = ''): void {
  say(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'}${after}`)
  if (status !== 0) failedSteps.push(`${name}: ended with ${status ?? 'a signal'}`)
}

const resultsOf = (project: string) => join(folder, `${project}.json`)
const unhandledOf = (project: string) => join(folder, `${project}-unhandled.json`)
const envOf = (project: string) => ({ ...env, [REPORT_OF_UNHANDLED_ERRORS]: unhandledOf(project) })

function vitestOf(project: string): string[] {
  const reporters = ['default', 'json', join(import.meta.dirname, 'unhandled-errors.ts')].map(
    name => `--reporter=${name}`,
  )
  reporters.push(`--outputFile.json=${resultsOf(project)}`)
  // The arguments may match tests of one suite alone. A run without any test fails at the end.
  const may = filters.length > 0 ? ['--passWithNoTests'] : []
  return ['run', '--project', project, ...reporters, ...may, ...filters]
}

/**
 * Runs a suite and prints its output after its end, since several run at once.
 * All have the priority of the process of pictures, which takes the lower one of a shop: beside suites of a higher one a picture got a fiftieth
 * of a core.
 */
async function suite(project: string, command = ['vitest', ...vitestOf(project)]): Promise<void> {
  const began = Date.now()
  const output = join(folder, `${project}.txt`)
  const out = openSync(output, 'w')
  const args = ['-n', String(constants.priority.PRIORITY_BELOW_NORMAL), ...command]
  const child = spawn('nice', args, { cwd: ROOT, stdio: ['ignore', out, out], env: envOf(project) })
  const [status] = await once(child, 'close')
  say(`\n── tests: ${project}\n${readFileSync(output, 'utf8')}`)
  ended(`tests: ${project}`, status, ` in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  take(project)
}

/**
 * The last release on the schema of this one: started unchanged, and its own tests. Arguments select tests of this release, so this step
 * runs only without arguments. A clone without the history cannot run it, and the final lines say so.
 */
async function lastRelease(): Promise<void> {
  if (filters.length > 0) return
  if (!isLastReleaseHere()) {
    leftOut.push(
      `release ${LAST_RELEASE.version} on the new schema: commit ${LAST_RELEASE.commit} is not in this clone. Fetch the whole history to run it.`,
    )
    return
  }
  await suite('last-release')
  const project = 'tests-of-last-release'
  await suite(project, ['node', join(import.meta.dirname, 'run-last-release.ts'), resultsOf(project)])
}

/** Runs each bench to its end, when no other suite runs. */
async function benches(): Promise<void> {
  const report = join(folder, 'benches.json')
  await step('benches, short', 'node', ['bench/run.ts', 'all'], { ...env, BENCH: 'short', BENCH_REPORT: report })
  if (!existsSync(report)) return
  const { results, leftOut: sentences }: BenchReport = JSON.parse(readFileSync(report, 'utf8'))
  leftOut.push(...sentences)
  for (const { name, error } of results) {
    if (error) failures.push(`bench ${name}: ${error}`)
    if (error) failed++
    else passed++
  }
}

/** Counts the results of a suite. */
function take(project: string): void {
  takeUnhandled(project)
  try {
    const report: Report = JSON.parse(readFileSync(resultsOf(project), 'utf8'))
    passed += report.numPassedTests
    failed += report.numFailedTests
    for (const file of report.testResults) {
      failures.push(...failuresOf(file))
      leftOut.push(...testsOf(file, test => test.status !== 'passed' && test.fullName.includes('left out: ')))
    }
  } catch {
    failed++
    failures.push(`${project}: no report was written`)
  }
}

function takeUnhandled(project: string): void {
  if (!existsSync(unhandledOf(project))) return
  const errors: string[] = JSON.parse(readFileSync(unhandledOf(project), 'utf8'))
  for (const error of errors) failures.push(`${project}: an error outside every test, at ${error.slice(0, 2000)}`)
}

function failuresOf(file: Result): string[] {
  const tests = testsOf(file, test => test.status === 'failed')
  // A file that failed to load has no tests, only a message.
  return file.status === 'failed' && tests.length === 0 ? [`${relative(ROOT, file.name)}\n${file.message}`] : tests
}

type Result = Report['testResults'][number]

const testsOf = ({ name, assertionResults }: Result, isMeant: (test: Result['assertionResults'][number]) => boolean) =>
  assertionResults
    .filter(isMeant)
    .map(test => `${relative(ROOT, name)} › ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 4000)}`)

/** A part of the run that takes so many of the places. */
type Task = { takes: number; run: () => Promise<void> }

/** Begins the tasks in this order, each as soon as there is room for it. */
async function inPlaces(places: number, tasks: readonly Task[]): Promise<void> {
  const waiting = [...tasks]
  const running = new Set<Promise<void>>()
  let free = places
  while (waiting.length > 0 || running.size > 0) {
    while (waiting.length > 0 && waiting[0]!.takes <= free) {
      const { takes, run } = waiting.shift()!
      free -= takes
      const task: Promise<void> = run().finally(() => {
        free += takes
        running.delete(task)
      })
      running.add(task)
    }
    await Promise.race(running)
  }
}

await Promise.all([
  // One core each.
  step('types', 'tsc', ['--noEmit']),
  step('format and lint', 'biome', ['ci', '.']).then(() => step('build', 'node', ['src/app/cli/build-dist.ts'])),
  // Unpacks the browser before suites do so concurrently.
  chromium.executablePath(),
])
// Two cores have work for four places: each suite waits for a part of its time, for PostgreSQL, a countdown or a process that restarts.
await inPlaces(4, [
  // Two workers.
  { takes: 2, run: () => suite('code') },
  { takes: 1, run: () => suite('model') },
  { takes: 1, run: () => suite('faults') },
  ...(isAll ? [{ takes: 1, run: lastRelease }] : []),
  // A shop and a browser each.
  ...['staff-journeys', 'journeys', 'screens'].map(name => ({ takes: 1, run: () => suite(name) })),
])
if (isAll) await benches()
rmSync(folder, { recursive: true, force: true })
for (const failure of failures) say(`\n✗ ${failure}`)
for (const name of failedSteps) say(`\n✗ step ${name}`)
for (const check of leftOut) say(`\n! LEFT OUT, not passed: ${check}`)
say(`\n${passed} passed, ${failed} failed, ${leftOut.length} left out`)
process.exit(failedSteps.length > 0 || failed > 0 || passed === 0 ? 1 : 0)
