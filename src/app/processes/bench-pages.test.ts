import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const LIMIT_MS = 170_000

it('the bench of the pages runs through in its short form', async () => {
  // Not of this run: the server of the bench is a production process, as in `npm run bench`.
  const env = { ...process.env, BENCH: 'short', NODE_ENV: undefined, VITEST: undefined }
  const bench = promisify(execFile)(process.execPath, ['bench/run.ts', 'reads', 'weight'], {
    ...{ cwd: ROOT, env, timeout: LIMIT_MS },
  })
  const { stdout } = await bench
  for (const page of ['GET /api/products', 'the store page, kept', 'the store page, rendered', 'JavaScript of /store'])
    expect(stdout).toContain(`| ${page}`)
})
