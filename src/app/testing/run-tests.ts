import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `npm test`: everything a change must pass, cheapest first. Arguments go to the tests: `npm test -- src/features/credits`. */
const ROOT = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'redoubt-results-'))
const filters = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
let failedSteps = 0
let passed = 0
let failed = 0

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
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'))
    passed += numPassedTests
    failed += numFailedTests
  } catch {
    failed++
  }
}

step('format and lint', 'biome', ['ci', '.'])
step('types', 'tsc', ['--noEmit'])
step('build', 'node', ['src/app/build.ts'])
suite('code')
suite('journeys')
rmSync(folder, { recursive: true, force: true })
say(`\n${passed} passed, ${failed} failed`)
process.exit(failedSteps > 0 || failed > 0 || passed === 0 ? 1 : 0)
