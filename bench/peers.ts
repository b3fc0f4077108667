import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { flood } from './flood.ts'
import { median } from './load.ts'
import { perSecond } from './table.ts'

/** By the name of a line: another shop's program on this machine, and an address of it that answers what the line asks for. */
const peers = z.record(z.string(), z.object({ name: z.string(), url: z.url() }))

/**
 * The peers that `PEERS=<file>` names, a JSON file of `{ "<line>": { "name": "Vendure 3.7.3", "url": "http://127.0.0.1:3000/…" } }`.
 * @throws SyntaxError or ZodError for a file that says something else.
 */
export function readPeers(file = process.env.PEERS) {
  return file ? peers.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

/** The rate of a line's peer in this run, under the same load; empty without one. @throws Error when the peer answers anything but 200. */
export async function peerOf(what: string, ahead: number): Promise<string> {
  const peer = readPeers()[what]
  if (!peer) return ''
  const { origin, pathname, search } = new URL(peer.url)
  const rate = await median(async () => {
    const { perSecond: value, statuses } = await flood(origin, () => pathname + search, ahead)
    if (Object.keys(statuses).some(status => status !== '200'))
      throw new Error(`${peer.name} answered ${JSON.stringify(statuses)} at ${peer.url}`)
    return value
  })
  return `${perSecond(rate)}, ${peer.name}`
}
