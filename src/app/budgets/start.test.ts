import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '#platform/testing/database.ts'
import { NODE_FLAGS } from '../../../bin/server-flags.js'
import { buildServerIfNeeded } from '../cli/build.ts'
import { START } from './start-budgets.ts'

type Counted = { files: number; bytes: number; heap: number }

const SERVER = join(import.meta.dirname, '../../../dist/server.js')
const COUNTER = pathToFileURL(join(import.meta.dirname, 'testing/count-loads.js')).href
const PATHS = ['/', '/store', '/giveaways', '/fair', '/api/products', '/api/giveaways', '/api/fairness']
const TIMES = 40

const seen: Partial<typeof START> = {}
let end = () => {}
afterAll(() => end())

beforeAll(async () => {
  buildServerIfNeeded()
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-budgets-'))
  const database = await openTestDatabase(1)
  const server = spawn(process.execPath, [...NODE_FLAGS, '--expose-gc', `--import=${COUNTER}`, SERVER], {
    // Compiled code of an earlier start would count as heap, and no earlier start is certain.
    env: {
      ...{ PORT: '0', DATABASE_URL: database.url, DATA_DIR: folder, SEED: 'off', LOG_LEVEL: 'silent' },
      ...{ RATE_LIMITS: 'off', NODE_DISABLE_COMPILE_CACHE: '1' },
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  end = () => void server.kill('SIGKILL')
  let said = ''
  server.stdout.on('data', text => {
    said += text
  })
  /** The next match in what the server says. */
  async function heard(pattern: RegExp): Promise<string> {
    for (;;) {
      const match = pattern.exec(said)
      if (match) {
        said = said.slice(match.index + match[0].length)
        return match[1]!
      }
      await once(server.stdout, 'data')
    }
  }
  async function counted(): Promise<Counted> {
    server.kill('SIGUSR2')
    return JSON.parse(await heard(/counted (.*)\n/))
  }

  const address = await heard(/ at (http:[^\s,]+)/)
  const ready = await counted()
  for (let time = 0; time < TIMES; time++)
    for (const path of PATHS) {
      // Each page at an address of its own, so that the server renders it.
      const answer = await fetch(`${address}${path}${path.startsWith('/api/') ? '' : `?time=${time}`}`)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.text()
    }
  const after = await counted()
  server.kill('SIGTERM')
  await once(server, 'exit')
  await database.close()
  await rm(folder, { recursive: true, force: true })
  seen['files until ready'] = ready.files
  seen['bytes until ready'] = ready.bytes
  seen['heap at rest'] = ready.heap
  seen['heap after the script'] = after.heap
})

it.each(Object.entries(START))('the built server stays in its budget: %s, %i', (name, most) => {
  expect(seen[name as keyof typeof START], name).toBeGreaterThan(most / 2)
  expect(seen[name as keyof typeof START], name).toBeLessThanOrEqual(most)
})
