import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

it('the bench of the pages runs through in its short form', async () => {
  // Without the variables of vitest: `MODE` would be read as the shop's own.
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, BENCH: 'short' }
  const bench = promisify(execFile)(process.execPath, ['bench/run.ts', 'reads', 'weight'], {
    ...{ cwd: ROOT, env },
  })
  const { stdout } = await bench
  for (const page of ['GET /api/products', 'the store page, kept', 'the store page, rendered', 'JavaScript of /store'])
    expect(stdout).toContain(`| ${page}`)
})
