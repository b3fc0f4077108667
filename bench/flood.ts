import { connect, type Socket } from 'node:net'
import { SECONDS } from './load.ts'

const CONNECTIONS = 32
const ANSWER = Buffer.from('HTTP/1.1 ')
const DRAIN_MS = 20_000

type Flood = { perSecond: number; statuses: Record<string, number> }

/**
 * Sends GETs over raw sockets and counts status lines only. autocannon turns every body into text, which for compressed bodies takes three
 * times as long as the server's response and would dominate the measurement.
 * @param next returns the path of the next request.
 * @param ahead requests that a connection sends before it waits for a response.
 */
export async function flood(origin: string, next: () => string, ahead: number): Promise<Flood> {
  const { hostname, port, host } = new URL(origin)
  const statuses: Record<string, number> = {}
  let [isOver, sent, answered] = [false, 0, 0]
  const request = () => {
    if (isOver) return ''
    sent++
    return `GET ${next()} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`
  }
  const note = (status: string) => {
    answered++
    if (!isOver) statuses[status] = (statuses[status] ?? 0) + 1
  }
  const sockets: Socket[] = []
  const began = performance.now()
  for (let n = 0; n < CONNECTIONS; n++) {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', followAnswers(socket, request, note))
    for (let first = 0; first < ahead; first++) socket.write(request())
  }
  await new Promise(done => setTimeout(done, SECONDS * 1000))
  const seconds = (performance.now() - began) / 1000
  isOver = true
  // The server would still work on requests that were left behind, before those of the next run.
  for (const end = performance.now() + DRAIN_MS; answered < sent && performance.now() < end; )
    await new Promise(done => setTimeout(done, 20))
  for (const socket of sockets) socket.destroy()
  if (answered === 0) throw new Error(`${origin} answered nothing in ${SECONDS + DRAIN_MS / 1000} s.`)
  const total = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { perSecond: total / seconds, statuses }
}

/** Notes each status line and sends one more request. The end of a chunk may split a line. */
function followAnswers(socket: Socket, request: () => string, note: (status: string) => void) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer) => {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = data.indexOf(ANSWER)
    let more = ''
    let end = 0
    while (at >= 0 && at + 12 <= data.length) {
      const status = data.toString('latin1', at + 9, at + 12)
      note(status)
      more += request()
      end = at + 12
      at = data.indexOf(ANSWER, end)
    }
    rest = data.subarray(Math.max(end, data.length - 12))
    if (more) socket.write(more)
  }
}
