import { type ClientOptions, WebSocket } from 'ws'
import { PATIENCE_MS } from '#platform/testing/patience.ts'

type Message = { type: string; id?: string; payload?: Record<string, unknown> }

/**
 * A realtime client that records messages; `next` waits for the next message of a type.
 * @param address of the server, `ws://…`.
 */
export async function openSocket(address: string, options: ClientOptions = {}, protocols: string[] = []) {
  const socket = new WebSocket(`${address}/api/realtime`, protocols, options)
  const heard: Message[] = []
  const waiting = new Set<() => void>()
  socket.on('message', data => {
    heard.push(JSON.parse(String(data)))
    for (const look of waiting) look()
  })
  const closed = new Promise<number>(done => socket.on('close', done))
  await new Promise((done, fail) => socket.once('open', done).once('error', fail))
  const next = (type: string) =>
    new Promise<Message>((done, fail) => {
      const late = setTimeout(() => fail(new Error(`No ${type}; heard ${JSON.stringify(heard)}`)), PATIENCE_MS)
      const look = () => {
        const index = heard.findIndex(message => message.type === type)
        if (index < 0) return
        waiting.delete(look)
        clearTimeout(late)
        done(heard.splice(index, 1)[0]!)
      }
      waiting.add(look)
      look()
    })
  const send = (message: object) => socket.send(JSON.stringify(message))
  return { socket, send, next, heard, closed }
}
