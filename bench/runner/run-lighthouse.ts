import { buildServerIfNeeded } from '#app/cli/build.ts'
import { alone } from '../bench-kinds.ts'
import { benchLighthouse } from '../lighthouse.ts'
import { toTable } from '../table.ts'
import { lighthouseArguments } from './lighthouse-arguments.ts'
import { runBenches } from './run-benches.ts'

/** `npm run lighthouse -- [--brand file] [path …]`: the bench of that name, on pages and under a brand of choice. */
const { paths, brand } = lighthouseArguments(process.argv.slice(2))
const say = (text: string) => process.stdout.write(`${text}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
buildServerIfNeeded()
const { lines } = await runBenches(
  [
    alone({
      ...{ name: 'lighthouse', what: 'Lighthouse on pages of choice' },
      run: place => benchLighthouse(place, { ...(paths.length > 0 && { paths }), ...(brand && { brand }) }),
    }),
  ],
  say,
)
say(`\n${toTable(lines)}`)
process.exit(0)
