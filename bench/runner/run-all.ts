import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eachOf } from '#platform/each-of.ts'
import { type Bench, missingFor, type Say } from '../bench-kinds.ts'
import { BENCHES } from '../benches.ts'
import type { Result } from './run-benches.ts'

/** A short bench waits half of its time for a browser, a restart or a fault to pass, and its figures are not judged. */
const AT_ONCE = 2
const LIMIT_MS = 900_000
/** A bench that got the signal stops its PostgreSQL and shops within this time. */
const STOP_MS = 10_000

/** `leftOut` are sentences about benches that cannot run on this machine. */
export type Report = { results: Result[]; leftOut: string[] }

/**
 * Runs every bench in its short form, two at once, each in a process of its own, except those that share a shop. A bench that ends with an
 * error does not keep the others from running.
 * @param path a file for the `Report`.
 * @returns the exit code.
 */
export async function runAll(say: Say, path: string | undefined): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-benches-'))
  const began = performance.now()
  const leftOut = BENCHES.filter(bench => missingFor(bench).length > 0)
  const results: Result[] = []
  const groups = groupsOf(BENCHES.filter(bench => !leftOut.includes(bench)))
  await eachOf(groups, AT_ONCE, async group => {
    results.push(...(await runGroup(group, join(folder, group[0]!), say)))
  })
  rmSync(folder, { recursive: true, force: true })
  const sentences = leftOut.map(bench => `bench ${bench.name}: needs ${missingFor(bench).join(', ')}`)
  say(`\n| bench | seconds | |\n|---|---|---|`)
  for (const { name, seconds, error } of results)
    say(`| ${name} | ${seconds.toFixed(1)} | ${error ? 'FAILED' : 'ok'} |`)
  say(`\n${results.length} benches in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
  for (const { name, error } of results) if (error) say(`✗ ${name}: ${error}`)
  for (const sentence of sentences) say(`! LEFT OUT: ${sentence}`)
  if (path) writeFileSync(path, JSON.stringify({ results, leftOut: sentences } satisfies Report))
  return results.some(({ error }) => error) ? 1 : 0
}

/** Names that run in one process. */
function groupsOf(benches: readonly Bench[]): string[][] {
  const isShared = (bench: Bench) => bench.kind === 'shop' && !bench.isApart
  const shared = benches.filter(isShared).map(({ name }) => name)
  const others = benches.filter(bench => !isShared(bench)).map(({ name }) => [name])
  return shared.length > 0 ? [shared, ...others] : others
}

/**
 * Prints the output of the benches after their end, since two run at once.
 * @param path of their files, without an ending.
 */
async function runGroup(names: string[], path: string, say: Say): Promise<Result[]> {
  const [began, report, output] = [performance.now(), `${path}.json`, `${path}.txt`]
  const out = openSync(output, 'w')
  const child = spawn(process.execPath, [join(import.meta.dirname, '../run.ts'), ...names], {
    stdio: ['ignore', out, out],
    env: { ...process.env, BENCH: 'short', BENCH_REPORT: report },
  })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  const limits = [setTimeout(stop, LIMIT_MS), setTimeout(() => child.kill('SIGKILL'), LIMIT_MS + STOP_MS)]
  const [code, signal] = await once(child, 'close')
  closeSync(out)
  say(`\n── ${names.join(', ')}\n${readFileSync(output, 'utf8')}`)
  for (const limit of limits) clearTimeout(limit)
  process.off('exit', stop)
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  const seconds = (performance.now() - began) / 1000
  return names.map(name => ({ name, seconds: seconds / names.length, error: `ended with ${signal ?? code}` }))
}
