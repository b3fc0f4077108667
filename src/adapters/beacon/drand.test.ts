import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { QUICKNET, signRound, verifyRound } from '@redoubt/draw/round/beacon.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { createDrandBeacon } from './drand.server.ts'

const vectors = JSON.parse(
  readFileSync(
    new URL('../../vectors/drand-quicknet.json', import.meta.resolve('@redoubt/draw/round/beacon.ts')),
    'utf8',
  ),
)
const [first, thousandth, other] = vectors.valid as { round: number; signature: string; randomness: string }[]

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Relay = { url: string; asked: string[] }

/** A relay on this machine. */
async function relay(answer: RequestListener): Promise<Relay> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const json =
  (body: object | string, status = 200): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

const good = () => relay(json(thousandth!))

function beaconOf(relays: readonly Relay[], timeoutMs = 1500) {
  const faults: string[] = []
  const onFault = (_relay: string, error: unknown) => faults.push((error as Error).message)
  return { faults, ...createDrandBeacon({ relays: relays.map(({ url }) => url), onFault, timeoutMs }) }
}

/** What the caller does with each round. */
async function verified(beacon: ReturnType<typeof beaconOf>, number: number) {
  const round = await beacon.round(number)
  expect(round === null || (round.round === number && verifyRound(beacon.chain, number, round.signature))).toBe(true)
  return round
}

describe('drand over HTTPS', () => {
  it('asks for the round of the pinned chain, and answers it as drand signed it', async () => {
    const one = await good()
    const beacon = beaconOf([one])
    expect(await verified(beacon, 1000)).toEqual({ round: 1000, signature: thousandth!.signature })
    expect(one.asked).toEqual([`/${QUICKNET.chain}/public/1000`])
    expect(beacon.chain).toBe(QUICKNET)
  })

  it('asks two relays concurrently and no third while one of them is right', async () => {
    const relays = [await good(), await good(), await good()]
    expect(await verified(beaconOf(relays), 1000)).not.toBeNull()
    expect(relays.map(({ asked }) => asked.length).slice(2)).toEqual([0])
  })

  const signature = thousandth!.signature
  const lies: Record<string, RequestListener> = {
    'another round': json(other!),
    'the signature of another round under this number': json({ ...other, round: 1000 }),
    'a flipped bit': json({ round: 1000, signature: `${signature.slice(0, -1)}8` }),
    'the signature of another chain': json({ round: 1000, signature: signRound('11'.repeat(32), 1000) }),
    'randomness that is not the hash of its signature': json({ ...thousandth, randomness: first!.randomness }),
    'the point at infinity': json({ round: 1000, signature: `c0${'00'.repeat(47)}` }),
    'an uncompressed point': json({ round: 1000, signature: vectors.invalid.at(-1).signature }),
    'a signature in upper case': json({ round: 1000, signature: signature.toUpperCase() }),
    'the round as text': json({ ...thousandth, round: '1000' }),
    'no signature': json({ round: 1000 }),
    'a list': json([thousandth!]),
    'no JSON': json('<html>1000</html>'),
    'JSON with a text after it': json(`${JSON.stringify(thousandth)} {}`),
    'a status of 404': json({ error: 'no such round' }, 404),
    'a status of 500 with the right round': json(thousandth!, 500),
    'a right answer behind 5 KB of spaces': json(`${' '.repeat(5000)}${JSON.stringify(thousandth)}`),
    'bytes without end': (_request, response) => {
      response.writeHead(200)
      const more = () => {
        if (response.destroyed) return
        response.write('x'.repeat(1000))
        setImmediate(more)
      }
      more()
    },
    'a broken connection': request => request.socket.destroy(),
    'a promised body that never comes': (_request, response) => {
      response.writeHead(200, { 'content-length': '300' }).write('{')
    },
    nothing: () => {},
  }

  it.each(Object.entries(lies))('takes the next relay after one that answers %s', async (_what, answer) => {
    const bad = [await relay(answer), await relay(answer)]
    const beacon = beaconOf([...bad, await good()])
    expect(await verified(beacon, 1000)).toEqual({ round: 1000, signature })
    expect(beacon.faults.length).toBeGreaterThanOrEqual(1)
    expect(bad.map(({ asked }) => asked.length)).toEqual([1, 1])
  })

  it('takes each right round of the vectors, and none of the wrong ones', async () => {
    let served: object = {}
    const changing = await relay((request, response) => json(served)(request, response))
    const beacon = beaconOf([changing])
    for (const { round, signature, randomness } of vectors.valid) {
      served = { round, signature, randomness }
      expect(await verified(beacon, round)).toEqual({ round, signature })
    }
    for (const { round, signature, why } of vectors.invalid) {
      served = { round, signature }
      expect(await beacon.round(round), why).toBeNull()
    }
  })

  it('follows no redirect, not even to a right answer', async () => {
    const target = await good()
    const redirect: RequestListener = (_request, response) =>
      response.writeHead(302, { location: `${target.url}/${QUICKNET.chain}/public/1000` }).end()
    expect(await verified(beaconOf([await relay(redirect), await relay(redirect)]), 1000)).toBeNull()
    expect(target.asked).toEqual([])
  })

  it('answers at once beside a relay that stalls', async () => {
    const stalled = await relay(() => {})
    const beacon = beaconOf([stalled, await good()], 60_000)
    expect(await verified(beacon, 1000)).not.toBeNull()
    expect(beacon.faults).toEqual([])
  })

  it('has no round while all relays are down, and has it when one returns', async () => {
    let isUp = false
    const down: RequestListener = request => request.socket.destroy()
    const returning = await relay((request, response) => (isUp ? json(thousandth!) : down)(request, response))
    const beacon = beaconOf([await relay(down), await relay(json({}, 503)), returning])
    for (let day = 0; day < 3; day++) expect(await verified(beacon, 1000)).toBeNull()
    isUp = true
    expect(await verified(beacon, 1000)).not.toBeNull()
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 60])('asks no relay for round %s', async number => {
    const one = await good()
    expect(await beaconOf([one]).round(number)).toBeNull()
    expect(one.asked).toEqual([])
  })
})
