import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** `npm test`: everything a change must pass, cheapest first. Arguments go to the tests: `npm test -- src/features/credits`. */
const ROOT = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'redoubt-results-'))
const filters = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
let failedSteps = 0
let passed = 0
let failed = 0
/** One paragraph for each failed test, said again at the very end: what scrolled by thousands of lines ago is hard to find. */
const failures: string[] = []
/** Journeys that passed at their second try alone: no failures, and yet something to look into (docs/decisions/0041-second-try.md). */
const unsteady: string[] = []

/** What vitest's JSON reporter writes, as far as it is read here. */
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

function step(name: string, command: string, args: string[]): void {
  const began = Date.now()
  say(`\n── ${name}`)
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: undefined },
  })
  say(`── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (status !== 0) failedSteps++
}

function suite(project: string): void {
  const results = join(folder, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
  step(`tests: ${project}`, 'vitest', ['run', '--project', project, ...reporters, ...filters])
  try {
    const report: Report = JSON.parse(readFileSync(results, 'utf8'))
    passed += report.numPassedTests
    failed += report.numFailedTests
    for (const file of report.testResults) {
      failures.push(...failuresOf(file))
      unsteady.push(...testsOf(file, test => test.status === 'passed' && test.failureMessages.length > 0))
    }
  } catch {
    failed++
    failures.push(`${project}: no report was written`)
  }
}

function failuresOf(file: Result): string[] {
  const tests = testsOf(file, test => test.status === 'failed')
  // A file that could not even be read has no tests, only a message.
  return file.status === 'failed' && tests.length === 0 ? [`${relative(ROOT, file.name)}\n${file.message}`] : tests
}

type Result = Report['testResults'][number]

const testsOf = ({ name, assertionResults }: Result, isMeant: (test: Result['assertionResults'][number]) => boolean) =>
  assertionResults
    .filter(isMeant)
    .map(test => `${relative(ROOT, name)} › ${test.fullName}\n${test.failureMessages.join('\n').slice(0, 2000)}`)

step('format and lint', 'biome', ['ci', '.'])
step('types', 'tsc', ['--noEmit'])
step('build', 'node', ['src/app/build.ts'])
suite('code')
suite('journeys')
rmSync(folder, { recursive: true, force: true })
for (const test of unsteady) say(`\n≈ passed at the second try alone: ${test}`)
for (const failure of failures) say(`\n✗ ${failure}`)
say(`\n${passed} passed, ${unsteady.length} of them at the second try alone, ${failed} failed`)
process.exit(failedSteps > 0 || failed > 0 || passed === 0 ? 1 : 0)
