import { createSocket, type Socket } from 'node:dgram'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTxtReader } from './txt-records.server.ts'

/** A name server on this machine: it answers by the first label of the question. */
let socket: Socket
let address: string

const NXDOMAIN = 3
const SERVFAIL = 2
const RECORDS = [['v=spf1 ', 'include:_spf.mail.example ~all'], ['other']]

const recordOf = (strings: readonly string[]) => {
  const data = Buffer.concat(strings.map(text => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)])))
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function answerTo(question: Buffer): Buffer | undefined {
  const label = question.subarray(13, 13 + question[12]!).toString()
  if (label === 'silent') return undefined
  const answers = label === 'found' ? RECORDS.map(recordOf) : []
  const code = { absent: NXDOMAIN, broken: SERVFAIL }[label] ?? 0
  // The question goes back without what follows it (EDNS).
  let end = 12
  while (question[end] !== 0) end += question[end]! + 1
  const head = Buffer.from(question.subarray(0, end + 5))
  head.writeUInt16BE(0x8180 | code, 2)
  head.writeUInt16BE(answers.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...answers])
}

beforeAll(async () => {
  socket = createSocket('udp4')
  socket.on('message', (question, { port, address: host }) => {
    const answer = answerTo(question)
    if (answer) socket.send(answer, port, host)
  })
  await new Promise<void>(done => socket.bind(0, '127.0.0.1', done))
  address = `127.0.0.1:${socket.address().port}`
})
afterAll(() => new Promise<void>(done => socket.close(() => done())))

it.each([
  ['found', { state: 'found', records: ['v=spf1 include:_spf.mail.example ~all', 'other'] }],
  ['none', { state: 'found', records: [] }],
  ['absent', { state: 'absent' }],
  ['broken', { state: 'silent' }],
  ['silent', { state: 'silent' }],
])('TXT records of a name that is %s', async (name, answer) => {
  const readTxt = createTxtReader([address], name === 'silent' ? 200 : 10_000)
  expect(await readTxt(`${name}.shop.example`)).toEqual(answer)
})
