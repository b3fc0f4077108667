import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { QUICKNET, timeOfRound } from '@redoubt/draw/round/chain.ts'
import { openWitness } from '@redoubt/witness/open-witness.ts'
import { createKeyText, readKeyText } from '@redoubt/witness/signing-key.ts'
import { createStateFile } from '@redoubt/witness/state-file.ts'
import { openNewShop } from '#app/seed/testing/open-new-shop.ts'
import { startServer } from '#app/server.ts'
import { addUser } from '#app/testing/users.ts'
import { readEnv } from '#platform/env.ts'
import { freePort } from '#platform/free-port.server.ts'
import { SECRET } from './secret.ts'

/** A round of quicknet of 2023-09-15, 11:00:03 UTC, whose signature the vectors of the draw have. */
export const ROUND = 657_413
export const ROUND_AT = new Date(timeOfRound(QUICKNET, ROUND) * 1000)
const VECTORS = new URL('../packages/draw/vectors/drand-quicknet.json', import.meta.url)
const OWNERS = ['ours', 'An accountant', 'Another shop']

type Clock = { now: () => Date; stopAt: (moment: Date) => void; goOn: () => void }

/**
 * Starts an empty shop that draws as in production: by drand's public chain, with three witnesses of which two belong to others. Its clock
 * goes on from `before` milliseconds before the time of `ROUND`, because a relay on this machine has that round alone.
 */
export async function startShopOnDrand(folder: string, before: number) {
  const clock = clockFrom(new Date(+ROUND_AT - before))
  const relay = await startRelay(clock)
  const kept = await Promise.all(OWNERS.map((owner, n) => prepareWitness(folder, owner, n)))
  const env = {
    ...{ PORT: '0', DATA_DIR: folder, SEED: 'off', LOG_LEVEL: 'error', AUTH_SECRET: SECRET, RATE_LIMITS: 'off' },
    ...{ BEACON: 'drand', DRAND_RELAYS: relay.address, WITNESSES: kept.map(({ line }) => line).join(';') },
  }
  const server = await startServer(readEnv(env), { now: clock.now })
  await openNewShop(server.shop.services.pool, server.address)
  const { logKey } = await (await fetch(`${server.address}/api/log`)).json()
  const witnesses = await Promise.all(
    kept.map(({ files, port }) => openWitness({ ...files, port, host: '127.0.0.1', logs: [logKey], now: clock.now })),
  )
  const owner = await addUser(server.shop, clock.now(), { admin: true, email: 'owner@drand.example' })

  /** Calls the API as the owner. @throws when the call is refused. */
  async function asOwner(path: string, body?: object) {
    const headers = { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' }
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${server.address}/api${path}`, { headers, ...init })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  return {
    origin: server.address,
    clock,
    asOwner,
    async stop() {
      await server.stop()
      for (const witness of witnesses) await witness.close()
      relay.close()
    },
  }
}

function clockFrom(start: Date): Clock {
  let ahead = +start - Date.now()
  let stopped: Date | undefined
  return {
    now: () => stopped ?? new Date(Date.now() + ahead),
    stopAt(moment) {
      stopped = moment
    },
    goOn() {
      if (stopped) ahead = +stopped - Date.now()
      stopped = undefined
    },
  }
}

/** Answers like a relay of drand: the round, and not before its time. */
async function startRelay({ now }: Clock) {
  const { valid } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { valid: { round: number; signature: string }[] }
  const { signature } = valid.find(({ round }) => round === ROUND)!
  const server = createServer((request, response) => {
    const isThere = request.url === `/${QUICKNET.chain}/public/${ROUND}` && now() >= ROUND_AT
    response.writeHead(isThere ? 200 : 404).end(isThere ? JSON.stringify({ round: ROUND, signature }) : '')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Makes key and state of a witness, as `npm run witness -- --key new` does, and its line of `WITNESSES`. */
async function prepareWitness(folder: string, owner: string, n: number) {
  const files = { key: join(folder, `witness-${n}.key`), state: join(folder, `witness-${n}.json`) }
  const text = createKeyText(`witness-${n}.example/witness`)
  const { vkey } = readKeyText(text)
  await createStateFile(files.state, vkey)
  await writeFile(files.key, text, { mode: 0o600 })
  const port = await freePort()
  return { files, port, line: `${vkey} http://127.0.0.1:${port} ${owner}` }
}
