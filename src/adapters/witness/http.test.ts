import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cosignatureLine, cosignatureMessage, cosignedAt } from '@redoubt/draw/log/checkpoint.ts'
import { parseNote, parseSignatureLine, parseVerifierKey } from '@redoubt/draw/log/note.ts'
import { type OpenWitness, openWitness } from '@redoubt/witness/open-witness.ts'
import { createKeyText, readKeyText } from '@redoubt/witness/signing-key.ts'
import { createStateFile } from '@redoubt/witness/state-file.ts'
import { createTestLog } from '@redoubt/witness/testing/test-log.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Witness } from '#kernel/ports/witness.ts'
import { createHttpWitness } from './http.server.ts'

const keyText = createKeyText('accountant.example/witness')
const key = readKeyText(keyText)
const log = createTestLog(12)
const requestOf = async (oldSize: number, size?: number, of = log) => ({
  ...(await of.addition(oldSize, size)),
  logVkey: of.signer.vkey,
})

const witnessAt = (url: string, vkey = key.vkey, now = () => new Date()): Witness =>
  createHttpWitness({ name: key.name, vkey, url, now, owner: 'Chen Accounting', isOurs: false, timeoutMs: 1500 })

describe('a witness of another party', () => {
  let folder: string
  let running: OpenWitness
  const start = () =>
    openWitness({
      key: join(folder, 'key'),
      state: join(folder, 'state'),
      logs: [log.signer.vkey],
      host: '127.0.0.1',
      port: 0,
    })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'witness-'))
    await createStateFile(join(folder, 'state'), key.vkey)
    await writeFile(join(folder, 'key'), keyText)
    running = await start()
  })
  afterAll(async () => {
    await running.close()
    await rm(folder, { recursive: true })
  })

  it('cosigns over HTTP, keeps its history over a restart, and answers forks by its rules', async () => {
    const first = await witnessAt(running.address).cosign(await requestOf(0, 5))
    const { body } = parseNote(await log.checkpoint(5))
    const verifier = parseVerifierKey(key.vkey)
    expect('line' in first && cosignedAt(body, verifier, parseSignatureLine(first.line))).not.toBeNull()
    await running.close()
    running = await start()
    // An address with a slash at its end is the same address.
    const witness = witnessAt(`${running.address}/`)
    expect(await witness.cosign(await requestOf(0, 9))).toEqual({ conflict: 5 })
    const fork = log.branch(4, 'another entry')
    await expect(witness.cosign(await requestOf(5, 5, fork))).rejects.toMatchObject({ fault: 'inconsistent' })
    const stranger = createTestLog(3, { origin: 'other.example/log' })
    await expect(witness.cosign(await requestOf(0, 3, stranger))).rejects.toMatchObject({ fault: 'unknown_log' })
    const otherKey = createTestLog(12, { secret: 2 })
    await expect(witness.cosign(await requestOf(5, 9, otherKey))).rejects.toMatchObject({ fault: 'unknown_log' })
    expect(await witness.cosign(await requestOf(5, 12))).toHaveProperty('line')
  })

  it('whose key differs from the configured one is not believed', async () => {
    const { vkey } = readKeyText(createKeyText(key.name))
    await expect(witnessAt(running.address, vkey).cosign(await requestOf(12, 12))).rejects.toMatchObject({
      fault: 'invalid',
    })
  })
})

/** In seconds. */
const NOW = 1_795_000_000

describe('a witness that answers wrongly', () => {
  let answer: RequestListener
  let server: Server
  let witness: Witness
  let body: string
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response))
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    witness = witnessAt(`http://127.0.0.1:${port}`, key.vkey, () => new Date(NOW * 1000))
    body = parseNote(await log.checkpoint(9)).body
  })
  beforeEach(() => {
    answer = () => {}
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const says =
    (status: number, text = '', type = 'text/plain'): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': type, location: '/elsewhere' }).end(text)
  const lineOf = (text: string, seconds = NOW, signer = key) =>
    cosignatureLine(signer.vkey, seconds, signer.sign(cosignatureMessage(text, seconds)))
  const outcome = async () => witness.cosign(await requestOf(5, 9)).catch(({ fault }) => fault)

  it('finds the line of its key among the lines of others', async () => {
    const stranger = lineOf(body, 1, readKeyText(createKeyText('other.example/w')))
    answer = says(200, `${stranger}${lineOf(body)}${stranger}`)
    expect(await outcome()).toEqual({ line: lineOf(body) })
  })

  it.each([
    ['a cosignature of another checkpoint', () => lineOf(body.replace('9', '8'))],
    ['a plain signature without a time', () => `— ${key.name} ${Buffer.alloc(68).toString('base64')}\n`],
    ['a line without its end', () => lineOf(body).trimEnd()],
    ['an empty text', () => ''],
    ['a page', () => '<html></html>\n'],
    ['a line of another key', () => lineOf(body, 1, readKeyText(createKeyText(key.name)))],
  ])('has no cosignature that counts when it answers 200 with %s', async (_what, text) => {
    answer = says(200, text())
    expect(await outcome()).toBe('invalid')
  })

  it('is refused when its clock is more than two minutes off, and taken within them', async () => {
    const outcomes = []
    for (const seconds of [-3600, -121, -120, 0, 120, 121, 3600]) {
      answer = says(200, lineOf(body, NOW + seconds))
      outcomes.push(typeof (await outcome()))
    }
    expect(outcomes).toEqual(['string', 'string', 'object', 'object', 'object', 'string', 'string'])
  })

  it('counts as unreachable when it stalls, breaks off, redirects, fails or sends without end', async () => {
    const hanging: RequestListener = (_request, response) => response.writeHead(200).write('— ')
    const endless = says(200, lineOf(body).repeat(1000))
    const cut: RequestListener = request => request.socket.destroy()
    for (const wrong of [() => {}, hanging, endless, cut, says(302), says(307), says(500), says(503), says(429)]) {
      answer = wrong
      expect(await outcome()).toBe('unreachable')
    }
  })

  it('tells its size by 409 in the one type and form alone', async () => {
    const type = 'text/x.tlog.size'
    answer = says(409, '7\n', type)
    expect(await outcome()).toEqual({ conflict: 7 })
    answer = says(409, '0\n', `${type}; charset=utf-8`)
    expect(await outcome()).toEqual({ conflict: 0 })
    for (const text of ['7', '07\n', '-7\n', '7\n\n', '7 \n', '9'.repeat(17), 'seven\n', '']) {
      answer = says(409, text, type)
      expect(await outcome(), text).toBe('invalid')
    }
    answer = says(409, '7\n')
    expect(await outcome()).toBe('invalid')
  })

  it('is not believed when it claims another history and shows no checkpoint that the log signed', async () => {
    const type = 'text/x.tlog.size'
    const claims = [says(422), says(409, '5\n', type), says(409, '12\n', type), says(409, '999999999\n', type)]
    const other = createTestLog(12, { secret: 2 }).branch(4, 'x')
    const consistent = await log.checkpoint(5)
    const shown = [undefined, 'no note\n', await other.checkpoint(5), consistent]
    for (const claim of claims)
      for (const note of shown) {
        const show = note === undefined ? says(404) : says(200, note)
        answer = (request, response) => (request.method === 'POST' ? claim : show)(request, response)
        expect(await outcome()).toBe('invalid')
      }
  })

  it('is believed when it shows what the log signed', async () => {
    const type = 'text/x.tlog.size'
    const show = (claim: RequestListener, note: string) => {
      answer = (request, response) => (request.method === 'POST' ? claim : says(200, note))(request, response)
    }
    show(says(422), await log.branch(4, 'another entry').checkpoint(5))
    expect(await outcome()).toBe('inconsistent')
    show(says(409, '5\n', type), await log.branch(4, 'another entry').checkpoint(5))
    expect(await outcome()).toBe('inconsistent')
    show(says(409, '12\n', type), await log.checkpoint(12))
    expect(await outcome()).toEqual({ conflict: 12 })
  })

  it.each([
    [400, 'invalid'],
    [401, 'invalid'],
    [403, 'unknown_log'],
    [404, 'unknown_log'],
    [413, 'invalid'],
    [422, 'invalid'],
  ])('names the fault of a %i', async (status, fault) => {
    answer = says(status, 'no\n')
    expect(await outcome()).toBe(fault)
  })

  it('gets the exact request', async () => {
    const { promise, resolve } = Promise.withResolvers<[string, string, string]>()
    answer = async (request, response) => {
      let text = ''
      for await (const chunk of request.setEncoding('utf8')) text += chunk
      resolve([request.method!, request.url!, text])
      response.writeHead(404).end()
    }
    await outcome()
    const { proof, checkpoint } = await log.addition(5, 9)
    const lines = proof.map(hash => `${Buffer.from(hash).toString('base64')}\n`).join('')
    expect(await promise).toEqual(['POST', '/add-checkpoint', `old 5\n${lines}\n${checkpoint}`])
  })
})
