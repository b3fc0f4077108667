import { createSocket } from 'node:dgram'

const HEADER = 12
const ADDRESS = 1
/** Flags of a good answer; the name by a pointer to the question, type A, class IN, valid for 0 s, 127.0.0.1. */
const GOOD = 0x8180
const RECORD = Buffer.from([0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1])

/**
 * Answers 127.0.0.1 for names that are there, and nothing at all for others, like a name server that is cut off.
 * @param isThere asked for each question.
 */
export async function startNameServer(host: string, isThere: (name: string) => boolean) {
  const server = createSocket('udp4')
  server.on('message', (question, from) => {
    const labels: string[] = []
    let at = HEADER
    for (let length = question[at]!; length > 0; length = question[at]!) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    if (!isThere(labels.join('.').toLowerCase())) return
    const isAddress = question.readUInt16BE(at + 1) === ADDRESS
    // Without the additional records of the question.
    const answer = Buffer.from(question.subarray(0, at + 5))
    answer.writeUInt16BE(GOOD, 2)
    answer.writeUInt16BE(Number(isAddress), 6)
    answer.writeUInt16BE(0, 10)
    server.send(isAddress ? Buffer.concat([answer, RECORD]) : answer, from.port, from.address)
  })
  await new Promise<void>(done => server.bind(53, host, done))
  return { close: () => server.close() }
}
