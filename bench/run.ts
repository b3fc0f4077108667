import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { buildServerIfNeeded } from '#app/cli/build.ts'
import { missingFor } from './bench-kinds.ts'
import { BENCHES } from './benches.ts'
import { runAll } from './runner/run-all.ts'
import { runBenches } from './runner/run-benches.ts'
import { usage } from './runner/usage.ts'
import { IS_SHORT } from './short.ts'
import { toTable } from './table.ts'

/**
 * `npm run bench [-- name …]`: measures the shop on this machine, and the bare parts in the same run. Without a name, all parts. The load comes from
 * this process. `BENCH=short` runs each bench through in seconds with small data.
 */
const ALL = 'all'
const REPORT = 'BENCH_REPORT'
const EVERY_MS = 5000
const say = (text: string) => process.stdout.write(`${text}\n`)
const names = process.argv.slice(2)

// Exit on signals too, because PostgreSQL and the shops stop with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const known = new Map(BENCHES.map(bench => [bench.name, bench]))
if (names.includes('--help') || names.some(name => name !== ALL && !known.has(name))) {
  say(usage())
  process.exit(names.includes('--help') ? 0 : 2)
}
if (names.includes(ALL)) {
  if (!IS_SHORT) {
    say('All benches take days. BENCH=short runs each through in seconds.')
    process.exit(2)
  }
  // Two benches that build at once remove each other's files.
  buildServerIfNeeded()
  process.exit(await runAll(say, process.env[REPORT]))
}

const chosen =
  names.length > 0
    ? BENCHES.filter(({ name }) => names.includes(name))
    : BENCHES.filter(bench => bench.kind === 'shop' && bench.isPart)
for (const bench of chosen) {
  const missing = missingFor(bench)
  if (missing.length === 0) continue
  say(`${bench.name} needs ${missing.join(', ')}.`)
  process.exit(3)
}
// Otherwise the first shop would build at its start, and could take longer than it may on a busy machine.
buildServerIfNeeded()
const began = performance.now()
/** Load averages of the machine during the run, because other load affects the figures. */
const loads = [loadavg()[0]!]
const watch = setInterval(() => loads.push(loadavg()[0]!), EVERY_MS).unref()
const { lines, results } = await runBenches(chosen, say)
clearInterval(watch)
say(`\n${toTable(lines)}\n`)
for (const { name, error } of results) if (error) say(`✗ ${name}: ${error}`)
const seconds = Math.round((performance.now() - began) / 1000)
say(`${seconds} s in all; load of the machine ${Math.min(...loads)} to ${Math.max(...loads)}.`)
if (process.env[REPORT]) writeFileSync(process.env[REPORT], JSON.stringify(results))
process.exit(results.some(({ error }) => error) ? 1 : 0)
