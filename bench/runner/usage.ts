import type { Bench } from '../bench-kinds.ts'
import { BENCHES } from '../benches.ts'

const isPart = (bench: Bench) => bench.kind === 'shop' && bench.isPart === true

/** The list of benches with what each needs. */
export function usage(): string {
  const width = Math.max(...BENCHES.map(({ name }) => name.length))
  const lineOf = ({ name, what, needs = [] }: Bench) =>
    `  ${name.padEnd(width)}  ${what}${needs.length > 0 ? `; needs ${needs.map(need => need.what).join(', ')}` : ''}`
  return [
    'npm run bench [-- name …]',
    '',
    'Parts, all of which run without a name:',
    ...BENCHES.filter(isPart).map(lineOf),
    '',
    'By name:',
    ...BENCHES.filter(bench => !isPart(bench)).map(lineOf),
    '',
    'PEERS=<file> npm run bench           also measures other programs on this machine (bench/peers.ts)',
    'BENCH=short npm run bench -- all    runs each bench through in seconds, with small data; no figure is judged',
  ].join('\n')
}
