import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { loop } from '../load.ts'
import { type Call, type Flooding, floodsOf } from './floods.ts'

/** A refused client goes on after this pause, so that its program leaves the processor to the shop. */
const PAUSE_MS = 20

/**
 * The process of the flooding client. It stands for another machine, so it yields the processors to the shop, and its own event loop delays no
 * measured call.
 */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const agent = new Agent({ keepAlive: true })

/** Sends the parts of a body one after another, and stops when the answer is there. */
function send(origin: string, { method = 'GET', path, headers, body = [] }: Call): Promise<string> {
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const stated: Record<string, string> = body.length > 0 ? { 'content-length': String(length) } : {}
  return new Promise(resolve => {
    const sending: ClientRequest = request(
      origin + path,
      { method, agent, headers: { ...headers, ...stated } },
      (response: IncomingMessage) => {
        response.resume()
        response.on('close', () => {
          if (!sending.writableFinished) sending.destroy()
          resolve(String(response.statusCode))
        })
      },
    )
    sending.on('error', () => resolve('broken'))
    for (const part of body) sending.write(part)
    sending.end()
  })
}

export type Order = { name: string; seconds: number }
export type Flooded = { statuses: Record<string, number> }

process.once('message', async (target: Flooding) => {
  const floods = await floodsOf(target)
  process.on('message', async ({ name, seconds }: Order) => {
    const statuses: Record<string, number> = {}
    const { width, callOf } = floods.find(flood => flood.name === name)!
    await loop(width, seconds, async n => {
      const status = await send(target.origin, callOf(n))
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== '200') await sleep(PAUSE_MS)
    })
    process.send!({ statuses } satisfies Flooded)
  })
  process.send!(floods.map(({ name }) => name))
})
