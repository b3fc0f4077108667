import { formatNote, parseNote, parseSignatureLine } from '@redoubt/draw/log/note.ts'
import { parsePolicy, quorumAt } from '@redoubt/draw/log/policy.ts'
import { roundAt, timeOfRound, verifyRound } from '@redoubt/draw/round/beacon.ts'
import { createTestLog } from '@redoubt/witness/testing/test-log.ts'
import { describe, expect, it } from 'vitest'
import { BEACON_FAULTS, createFaultyBeacon } from '#adapters/beacon/testing/faulty-beacon.ts'
import { createFaultyWitnesses } from '#adapters/witness/testing/faulty-witnesses.ts'
import { createMemoryWitnesses } from '#adapters/witness/testing/memory-witnesses.ts'
import { readEnv } from '#platform/env.ts'
import { openTestShop, testShop } from '../testing/shop.ts'
import { createShop } from './services.server.ts'

const shop = await testShop()

describe('a shop in demo mode', () => {
  it('has rounds of the sandbox chain from their time on, by the clock of the shop', async () => {
    const { beacon } = shop.services
    const now = +shop.clock.now() / 1000
    const next = roundAt(beacon.chain, now + 10)
    expect(timeOfRound(beacon.chain, next)).toBe(now + 10)
    expect(await beacon.round(next)).toBeNull()
    shop.clock.advance(10_000)
    const round = await beacon.round(next)
    expect(round).toMatchObject({ round: next })
    expect(verifyRound(beacon.chain, next, round!.signature)).toBe(true)
    expect(verifyRound(beacon.chain, next + 1, round!.signature)).toBe(false)
    expect(await beacon.round(0)).toBeNull()
  })

  it('reaches the quorum of its policy by two of three witnesses', async () => {
    const log = createTestLog(5)
    const { witnesses, witnessPolicy } = shop.services
    const policy = parsePolicy(witnessPolicy(log.signer.vkey))
    const note = parseNote(await log.checkpoint())
    const times: (number | null)[] = [quorumAt(policy, note)]
    for (const witness of witnesses) {
      const answer = await witness.cosign({ ...(await log.addition(0)), logVkey: log.signer.vkey })
      if ('line' in answer) note.signatures.push(parseSignatureLine(answer.line))
      times.push(quorumAt(policy, formatNote(note.body, note.signatures)))
    }
    const now = Math.floor(+shop.clock.now() / 1000)
    expect(times).toEqual([null, null, now, now])
  })
})

it('a test makes the beacon and single witnesses fail, and repairs them', async () => {
  const beacon = createFaultyBeacon()
  const witnesses = createFaultyWitnesses()
  const other = await openTestShop({ beacon: beacon.replace, witnesses: witnesses.replace })
  const { chain, round } = other.services.beacon
  for (const fault of BEACON_FAULTS) {
    beacon.fail(fault)
    const answer = await round(10)
    expect(answer?.round === 10 && verifyRound(chain, 10, answer.signature), fault).toBe(false)
  }
  beacon.fail(undefined)
  expect(verifyRound(chain, 10, (await round(10))!.signature)).toBe(true)

  const log = createTestLog(5)
  const request = { ...(await log.addition(0)), logVkey: log.signer.vkey }
  const outcomes = () =>
    Promise.all(
      other.services.witnesses.map(witness => witness.cosign(request).then(Object.keys, ({ fault }) => fault)),
    )
  witnesses.fail([0, 2])
  expect(await outcomes()).toEqual(['unreachable', ['line'], 'unreachable'])
  witnesses.fail([])
  expect(await outcomes()).toEqual([['line'], ['conflict'], ['line']])
  await other.close()
})

it('witnesses outside the shop refuse a second history after the shop has lost its database', async () => {
  const outside = createMemoryWitnesses(() => new Date('2026-03-02T12:00:00Z'))
  const log = createTestLog(8)
  const first = await openTestShop({ witnesses: outside.replace })
  for (const witness of first.services.witnesses)
    expect(await witness.cosign({ ...(await log.addition(0)), logVkey: log.signer.vkey })).toHaveProperty('line')
  await first.close()
  const restored = await openTestShop({ witnesses: outside.replace })
  const other = log.branch(5, 'drawn again', 'and', 'again')
  for (const witness of restored.services.witnesses) {
    expect(await witness.cosign({ ...(await other.addition(0)), logVkey: log.signer.vkey })).toEqual({ conflict: 8 })
    await expect(witness.cosign({ ...(await other.addition(8)), logVkey: log.signer.vkey })).rejects.toMatchObject({
      fault: 'inconsistent',
    })
  }
  await restored.close()
  expect(outside.evidence.map(({ kind }) => kind)).toEqual(Array(6).fill('fork'))
})

describe('a shop in production', () => {
  const production = {
    MODE: 'production',
    DATABASE_URL: 'postgres://shop@db.test/shop',
    ORIGIN: 'https://shop.test',
    AUTH_SECRET: 'x'.repeat(32),
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtp://mail.test',
  }
  const fetch = () => Promise.reject(new Error('Nothing is sent from here.'))
  const servicesOf = async (env: Record<string, string>) => {
    const made = createShop(readEnv({ ...production, LOG_LEVEL: 'silent', ...env }), {
      databaseUrl: shop.database.url,
      origin: 'https://shop.test',
      fetch,
    })
    await made.stop()
    return made.services
  }
  const vkey = 'witness-one.example/w+6dde008b+BPcZR50/im6rL+L9/b/9OBzotUIkYg7bsBaZMx65Awzv'
  const second = 'witness-two.example/w+1f7263ae+BMG/gTOCisB476qjigWHZ6MPWOAMj83UPtC6A4COALTK'

  it('uses drand’s public chain, and names witnesses with their owners, and its own ones as its own', async () => {
    const WITNESSES = `${vkey} https://one.example Chen Accounting, Reno; ${second} https://two.example/w/ ours`
    const { beacon, witnesses, witnessPolicy } = await servicesOf({ WITNESSES })
    expect(beacon.chain.chain).toMatch(/^52db9ba7/)
    expect(witnesses.map(({ name, owner, isOurs }) => [name, owner, isOurs])).toEqual([
      ['witness-one.example/w', 'Chen Accounting, Reno', false],
      ['witness-two.example/w', 'This shop', true],
    ])
    const policy = parsePolicy(witnessPolicy(createTestLog(1).signer.vkey))
    expect(policy.witnesses.map(({ key }) => key.name)).toEqual(['witness-one.example/w', 'witness-two.example/w'])
  })

  it('does not start with a damaged key of a witness, or with one twice', async () => {
    const damaged = vkey.replace('BPcZ', 'BPcY')
    const both = (first: string, last: string) => ({
      WITNESSES: `${first} https://a.example A;${last} https://b.example B`,
    })
    await expect(servicesOf(both(damaged, second))).rejects.toThrow(/^WITNESSES: /)
    await expect(servicesOf(both(vkey, vkey))).rejects.toThrow(/twice/)
  })
})
