import { buildServerIfNeeded } from '#app/cli/build.ts'
import { alone } from '../bench-kinds.ts'
import { benchLighthouse } from '../lighthouse.ts'
import { toTable } from '../table.ts'
import { runBenches } from './run-benches.ts'

/** `npm run lighthouse [path …]`: the bench of that name, on pages of choice. */
const paths = process.argv.slice(2)
const say = (text: string) => process.stdout.write(`${text}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
buildServerIfNeeded()
const { lines } = await runBenches(
  [
    alone({
      ...{ name: 'lighthouse', what: 'Lighthouse on pages of choice' },
      run: place => benchLighthouse(place, paths.length > 0 ? paths : undefined),
    }),
  ],
  say,
)
say(`\n${toTable(lines)}`)
process.exit(0)
