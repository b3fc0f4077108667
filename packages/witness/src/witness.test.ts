import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cosignedAt, parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { parseNote, parseSignatureLine, parseVerifierKey, signNote, verifyNote } from '@redoubt/draw/log/note.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatRequest } from './request.ts'
import { createKeyText, readKeyText } from './signing-key.ts'
import { createStateFile, openStateFile } from './state-file.ts'
import { createTestLog, ORIGIN } from './testing/test-log.ts'
import { createWitness, type Evidence } from './witness.ts'

let folder: string
let time: Date
const key = readKeyText(createKeyText('witness.example/w'))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'witness-'))
  time = new Date('2026-11-23T12:00:00Z')
  await createStateFile(join(folder, 'state'), key.vkey)
})
afterEach(() => rm(folder, { recursive: true }))

const log = createTestLog(12)

/** The witness after a restart has its files only. */
async function start(logKeys: readonly string[] = [log.signer.vkey]) {
  const store = await openStateFile(join(folder, 'state'), join(folder, 'evidence'), key.vkey)
  const logKeysOf = (origin: string) => (origin === ORIGIN ? logKeys : [])
  return createWitness({ key, logKeysOf, store, now: () => time })
}

async function evidence(): Promise<Evidence[]> {
  const text = await readFile(join(folder, 'evidence'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
}

const cosignedTime = (checkpoint: string, line: string) =>
  cosignedAt(parseNote(checkpoint).body, parseVerifierKey(key.vkey), parseSignatureLine(line))

describe('a witness', () => {
  it('cosigns growing checkpoints with the time, in the exact form', async () => {
    const { addCheckpoint } = await start()
    for (const [oldSize, size] of [
      [0, 1],
      [1, 5],
      [5, 8],
      [8, 12],
    ] as const) {
      const answer = await addCheckpoint(await log.request(oldSize, size))
      expect(answer).toMatchObject({ status: 200, contentType: 'text/plain; charset=utf-8' })
      expect(cosignedTime(await log.checkpoint(size), answer.body)).toBe(+time / 1000)
    }
  })

  it('cosigns an equal checkpoint again, with its later time', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 7))
    time = new Date(+time + 60_000)
    const { body } = await addCheckpoint(await log.request(7, 7))
    expect(cosignedTime(await log.checkpoint(7), body)).toBe(+time / 1000)
  })

  it('backdates no cosignature when its clock is set back', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 7))
    const first = +time / 1000
    time = new Date(+time - 3_600_000)
    const { body } = await addCheckpoint(await log.request(7, 9))
    expect(cosignedTime(await log.checkpoint(9), body)).toBe(first)
  })

  it('answers 409 with its size to another old size, and 400 to one beyond the checkpoint', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 7))
    const conflict = { status: 409, contentType: 'text/x.tlog.size', body: '7\n' }
    expect(await addCheckpoint(await log.request(0, 9))).toEqual(conflict)
    expect(await addCheckpoint(await log.request(5, 9))).toEqual(conflict)
    expect(await addCheckpoint(await log.request(9, 12))).toEqual(conflict)
    expect(await addCheckpoint(await log.request(12, 9))).toMatchObject({ status: 400 })
    expect(await evidence()).toEqual([])
  })

  it('answers 404 to an unknown log and 403 without a right signature of its key', async () => {
    const { addCheckpoint } = await start()
    const elsewhere = createTestLog(3, { origin: 'other.example/log' })
    expect(await addCheckpoint(await elsewhere.request(0))).toMatchObject({ status: 404 })
    const otherKey = createTestLog(3, { secret: 2 })
    expect(await addCheckpoint(await otherKey.request(0))).toMatchObject({ status: 403 })
    const { body, signatures } = parseNote(await log.checkpoint(3))
    const forged = { ...log.signer, sign: async () => new Uint8Array(64) }
    const spoiled = await signNote(body, [log.signer, forged])
    expect(await addCheckpoint(formatRequest({ oldSize: 0, proof: [], checkpoint: spoiled }))).toMatchObject({
      status: 403,
    })
    expect(signatures).toHaveLength(1)
    expect((await addCheckpoint(await log.request(0, 3))).status).toBe(200)
  })

  it('takes a checkpoint with signatures of further keys, and keeps the known ones', async () => {
    const { addCheckpoint } = await start()
    const stranger = createTestLog(1, { secret: 9 }).signer
    const { body } = parseNote(await log.checkpoint(3))
    const checkpoint = await signNote(body, [stranger, log.signer])
    expect((await addCheckpoint(formatRequest({ oldSize: 0, proof: [], checkpoint }))).status).toBe(200)
    const { logs } = JSON.parse(await readFile(join(folder, 'state'), 'utf8'))
    expect(verifyNote(logs[0].note, log.signer.vkey)).toBe(true)
    expect(parseNote(logs[0].note).signatures.map(({ name }) => name)).toEqual([ORIGIN, 'witness.example/w'])
  })

  it.each([
    ['no empty line', 'old 0\n'],
    ['another first line', 'new 0\n\nx\n'],
    ['a size with leading zeros', 'old 01\n\nx\n'],
    ['a negative size', 'old -1\n\nx\n'],
    ['a size beyond whole numbers', 'old 9999999999999999\n\nx\n'],
    ['a proof line of 31 bytes', `old 0\n${Buffer.alloc(31).toString('base64')}\n\nx\n`],
    ['a proof line that is no base64', 'old 0\n****\n\nx\n'],
    ['64 proof lines', `old 0\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\nx\n`],
    ['no note', 'old 0\n\nx\n'],
    ['an empty body', ''],
  ])('answers 400 to %s', async (_what, body) => {
    const { addCheckpoint } = await start()
    expect(await addCheckpoint(body)).toMatchObject({ status: 400 })
  })

  it('cosigns the empty tree with its one root, and no other empty tree', async () => {
    const { addCheckpoint } = await start()
    const lie = await signNote(`${ORIGIN}\n0\n${Buffer.alloc(32).toString('base64')}\n`, [log.signer])
    expect(await addCheckpoint(formatRequest({ oldSize: 0, proof: [], checkpoint: lie }))).toMatchObject({
      status: 422,
    })
    expect(await addCheckpoint(await log.request(0, 0))).toMatchObject({ status: 200 })
    expect(await addCheckpoint(await log.request(0, 4))).toMatchObject({ status: 200 })
  })

  it('refuses a proof where none is due', async () => {
    const { addCheckpoint } = await start()
    const proof = [new Uint8Array(32)]
    const body = formatRequest({ oldSize: 0, proof, checkpoint: await log.checkpoint(3) })
    expect(await addCheckpoint(body)).toMatchObject({ status: 422 })
  })
})

describe('a log with two histories', () => {
  it('gets 422 for another root at the cosigned size; both signed notes stay as evidence, once', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 8))
    const fork = log.branch(7, 'another entry')
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await addCheckpoint(await fork.request(8))).toMatchObject({ status: 422 })
    const [record, ...more] = await evidence()
    expect(more).toEqual([])
    expect(record).toMatchObject({ kind: 'fork', origin: ORIGIN, at: +time / 1000 })
    const [cosigned, submitted] = [record!.cosigned, record!.submitted].map(text => {
      expect(verifyNote(text, log.signer.vkey)).toBe(true)
      return parseCheckpoint(parseNote(text).body)
    })
    expect(cosigned!.size).toBe(submitted!.size)
    expect(cosigned!.root).not.toEqual(submitted!.root)
  })

  it('gets 422 for a larger tree that does not continue the cosigned one', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 8))
    const fork = log.branch(3, 'a', 'b', 'c', 'd', 'e', 'f', 'g')
    expect(await addCheckpoint(await fork.request(8))).toMatchObject({ status: 422 })
    expect(await evidence()).toMatchObject([{ kind: 'inconsistent' }])
  })

  it('that was restored from a backup gets 409 and cannot go on; the smaller checkpoint stays as evidence', async () => {
    const { addCheckpoint } = await start()
    await addCheckpoint(await log.request(0, 6))
    await addCheckpoint(await log.request(6, 12))
    const restored = log.branch(6, 'drawn again')
    expect(await addCheckpoint(await restored.request(6))).toMatchObject({ status: 409, body: '12\n' })
    expect(await addCheckpoint(await restored.request(12))).toMatchObject({ status: 400 })
    const caughtUp = restored.branch(7, 'a', 'b', 'c', 'd', 'e')
    expect(await addCheckpoint(await caughtUp.request(12))).toMatchObject({ status: 422 })
    const overtaken = caughtUp.branch(12, 'f')
    expect(await addCheckpoint(await overtaken.request(12))).toMatchObject({ status: 422 })
    expect((await evidence()).map(({ kind }) => kind)).toEqual(['older', 'fork', 'inconsistent'])
    expect(await addCheckpoint(await log.request(12))).toMatchObject({ status: 200 })
  })

  it('gets the same refusals after a restart of the witness', async () => {
    const first = await start()
    await first.addCheckpoint(await log.request(0, 8))
    const { addCheckpoint } = await start()
    expect(await addCheckpoint(await log.branch(0, 'other').request(0))).toMatchObject({ status: 409, body: '8\n' })
    const fork = log.branch(7, 'another entry')
    expect(await addCheckpoint(await fork.request(8))).toMatchObject({ status: 422 })
    expect(await addCheckpoint(await log.request(8))).toMatchObject({ status: 200 })
    expect((await evidence()).map(({ kind }) => kind)).toEqual(['older', 'fork'])
  })

  it('gets one history cosigned when many forks of it arrive concurrently', async () => {
    const { addCheckpoint } = await start()
    const forks = Array.from({ length: 60 }, (_fork, n) => log.branch(n % 5, `fork ${n}`))
    const answers = await Promise.all(forks.map(async fork => addCheckpoint(await fork.request(0))))
    const cosigned = forks.filter((_fork, n) => answers[n]!.status === 200)
    expect(cosigned).toHaveLength(1)
    const { logs } = JSON.parse(await readFile(join(folder, 'state'), 'utf8'))
    expect(parseNote(logs[0].note).body).toBe(parseNote(await cosigned[0]!.checkpoint()).body)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(59)
  })
})

describe('the state', () => {
  const path = () => join(folder, 'state')

  it('of another key, a damaged one and a missing one start no witness', async () => {
    const other = readKeyText(createKeyText('witness.example/w'))
    await expect(openStateFile(path(), join(folder, 'evidence'), other.vkey)).rejects.toThrow(/belongs to another key/)
    await writeFile(path(), '{"format":"redoubt-wit')
    await expect(start()).rejects.toThrow(/is damaged/)
    await rm(path())
    await expect(start()).rejects.toThrow(/make a new key/)
  })

  it('is never made over an existing one', async () => {
    await expect(createStateFile(path(), key.vkey)).rejects.toThrow(/EEXIST/)
  })

  it('is not answered for when it cannot be written', async () => {
    const { addCheckpoint } = await start()
    await mkdir(`${path()}.new`)
    await expect(addCheckpoint(await log.request(0, 3))).rejects.toThrow(/EISDIR/)
    await rm(`${path()}.new`, { recursive: true })
    const fork = log.branch(2, 'other')
    expect(await addCheckpoint(await fork.request(0))).toMatchObject({ status: 200 })
  })
})

describe('the key', () => {
  it('is refused when a sign of it is changed', () => {
    const text = createKeyText('witness.example/w')
    expect(readKeyText(text).name).toBe('witness.example/w')
    for (const wrong of [text.replace('witness', 'Witness'), text.slice(0, -8), '', text.replace('KEY', 'KEX')])
      expect(() => readKeyText(wrong)).toThrow(/no key of a witness|is damaged/)
    expect(() => createKeyText('a b')).toThrow(/without spaces/)
  })
})
