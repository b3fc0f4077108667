import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseNote } from '@redoubt/draw/log/note.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestLog, ORIGIN, type TestLog } from './testing/test-log.ts'
import { originHash } from './witness.ts'

/** How often the witness is killed; a long run sets more. */
const KILLS = Number(process.env.WITNESS_KILLS ?? 6)

let folder: string
let vkey: string
const running: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'))
  const { output } = await finished(witness('--key', 'new', '--name', 'you.example/witness'))
  vkey = /you\.example\/witness\+\S+/.exec(output)![0]
})
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

function witness(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...args], { cwd: folder })
  running.push(child)
  return child
}

async function finished(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', text => {
      output += text
    })
  const [code] = await once(child, 'close')
  return { code, output }
}

const log = createTestLog(4)

/** Resolves with the address once the witness listens. */
async function start(...args: string[]): Promise<{ child: ChildProcess; address: string }> {
  const child = witness('--log', log.signer.vkey, '--port', '0', ...args)
  const [line] = await once(child.stdout!, 'data')
  return { child, address: /http:\S+/.exec(String(line))![0] }
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const submit = async (address: string, body: string) => {
  const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const bodyOf = async (candidate: TestLog) => parseNote(await candidate.checkpoint()).body

describe('the witness as a process', () => {
  it('answers submissions, monitors and nothing else', async () => {
    const { address } = await start()
    const path = `${address}/${originHash(ORIGIN)}/checkpoint`
    expect((await fetch(path)).status).toBe(404)
    expect(await submit(address, await log.request(0))).toMatchObject({ status: 200 })
    const conflict = { status: 409, type: 'text/x.tlog.size', text: '4\n' }
    expect(await submit(address, await log.request(1))).toEqual(conflict)
    const shown = parseNote(await (await fetch(path)).text())
    expect(shown.body).toBe(await bodyOf(log))
    expect(shown.signatures.map(({ name }) => name)).toEqual([ORIGIN, 'you.example/witness'])
    expect(await (await fetch(address)).text()).toBe(`${vkey}\n`)
    const statuses = await Promise.all(
      [
        fetch(`${address}/add-checkpoint`),
        fetch(path, { method: 'PUT', body: 'x' }),
        fetch(`${address}/x`),
        fetch(`${address}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(100_000) }),
      ].map(async response => (await response).status),
    )
    expect(statuses).toEqual([405, 405, 404, 413])
  })

  it('makes no key over an existing one, and starts without a log, without a key and twice on one state never', async () => {
    expect(await finished(witness('--key', 'new', '--name', 'you.example/witness'))).toMatchObject({ code: 2 })
    expect(await finished(witness('--port', '0'))).toMatchObject({ code: 2, output: expect.stringMatching(/--log/) })
    const noKey = await finished(witness('--log', log.signer.vkey, '--key', 'none.key'))
    expect(noKey).toMatchObject({ code: 2, output: expect.stringMatching(/ENOENT/) })
    await start()
    const second = await finished(witness('--log', log.signer.vkey, '--port', '0'))
    expect(second).toMatchObject({ code: 2, output: expect.stringMatching(/Another process holds/) })
    expect(await readFile(join(folder, 'witness.key'), 'utf8')).toMatch(/^PRIVATE\+KEY\+you\.example\/witness\+/)
  })

  it('cosigns one history when it is killed at any moment between two competing ones', async () => {
    const first = await start()
    expect(await submit(first.address, await log.request(0))).toMatchObject({ status: 200 })
    await kill(first.child)
    let current = log
    for (let round = 0; round < KILLS; round++) {
      const { child, address } = await start()
      const size = current.leaves.length
      const rivals = ['a', 'b'].map(name => current.branch(size, `${name} ${round}`))
      const sent = rivals.map(async rival => (await submit(address, await rival.request(size))).status)
      const statuses = Promise.all(sent.map(answer => answer.catch(() => undefined)))
      // Every second time at a random moment of the work, else after it.
      await Promise.race([statuses, sleep(round % 2 === 0 ? Math.random() * 150 : 60_000, undefined, { ref: false })])
      await kill(child)

      const cosigned = (await statuses).flatMap((status, n) => (status === 200 ? [rivals[n]!] : []))
      expect(cosigned.length).toBeLessThanOrEqual(1)
      const { logs } = JSON.parse(await readFile(join(folder, 'witness.json'), 'utf8'))
      const kept = parseNote(logs[0].note).body
      const possible = cosigned.length > 0 ? cosigned : [current, ...rivals]
      const bodies = await Promise.all(possible.map(bodyOf))
      expect(bodies).toContain(kept)
      current = possible[bodies.indexOf(kept)]!
    }
    expect(current.leaves.length).toBeGreaterThan(log.leaves.length)
  })
})
