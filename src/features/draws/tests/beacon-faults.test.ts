import { parseFreeze, SLIP_ROUNDS } from '@redoubt/draw/log/log-leaf.ts'
import { signRound } from '@redoubt/draw/round/beacon.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import type { Beacon } from '#kernel/ports/beacon.ts'
import { WitnessFailed } from '#kernel/ports/witness.ts'
import { drawByRound } from '../commands/draw-by-round.server.ts'
import { tendDraws } from '../commands/tend-draws.server.ts'

const DAY = 86_400_000
let honest: Beacon['round']
let answer: Beacon['round']
let areSilent = false
const shop = await testShop({
  connections: 12,
  beacon(selected) {
    honest = selected.round
    return { chain: selected.chain, round: number => answer(number) }
  },
  witnesses: selected =>
    selected.map(witness => ({
      name: witness.name,
      owner: witness.owner,
      isOurs: witness.isOurs,
      get vkey() {
        return witness.vkey
      },
      cosign(request) {
        if (areSilent) throw new WitnessFailed('unreachable', 'The witness does not answer.')
        return witness.cosign(request)
      },
    })),
})
const admin = await shop.addUser({ admin: true })
beforeEach(() => {
  answer = honest
  areSilent = false
})

const asAdmin = async (path: string, json?: object) => {
  const claims = { ...admin, name: 'Robin', isAdmin: true, role: 'owner' as const, isSubscriber: false }
  const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
  return shop.call(path, { as: { ...admin, idToken }, ...(json ? { json } : {}) })
}

/** A frozen giveaway that waits for its round. */
async function frozen(title: string) {
  const startDate = new Date(+shop.clock.now() - DAY).toISOString()
  const made = (await asAdmin('/api/giveaways', { title, description: 'Goods.', startDate })).json
  const user = await shop.addUser({ credits: { Bronze: 3 } })
  await shop.call(`/api/giveaways/${made.id}/entries`, { as: user, json: { pick: 3 } })
  const answer = await asAdmin(`/api/giveaways/${made.id}/winner`, { title, reason: 'A test' })
  expect(answer.status, answer.text).toBe(202)
  await tendDraws(shop.system)
  return { id: made.id as string, round: answer.json.round as number, drawAt: answer.json.drawAt as string }
}

const stateOf = async ({ id }: { id: string }) => (await shop.call(`/api/giveaways/${id}/draw`)).json.state
const bundleTextOf = async ({ id }: { id: string }) => (await shop.call(`/api/giveaways/${id}/draw.json`)).text

const INFINITY = `c0${'0'.repeat(94)}`

/** What a dishonest beacon answers. */
const LIES: [string, (round: number) => ReturnType<Beacon['round']>][] = [
  ['stalls', async () => null],
  ['answers with another round', async round => honest(round - 1)],
  ['answers with another round under the number asked for', async round => ({ ...(await honest(round - 1))!, round })],
  ['forks to another chain', async round => ({ round, signature: signRound('1'.repeat(64), round) })],
  ['answers with the point at infinity', async round => ({ round, signature: INFINITY })],
  ['answers without compression', async round => ({ round, signature: 'ab'.repeat(96) })],
  ['answers with nonsense', async round => ({ round, signature: 'nonsense' })],
]

describe('a beacon that is not honest', () => {
  it.each(firstOf(LIES, 3))(
    'no winner is drawn while the beacon %s, and the winner is drawn when it returns [B-20.7]',
    async (_, lie) => {
      const giveaway = await frozen('Dishonest')
      answer = lie
      shop.clock.set(giveaway.drawAt)
      for (const later of [0, 60_000, 3 * DAY]) {
        shop.clock.advance(later)
        await tendDraws(shop.system)
        expect(await stateOf(giveaway)).toBe('frozen')
      }
      answer = honest
      await tendDraws(shop.system)
      expect(await stateOf(giveaway)).toBe('drawn')
      expect(verifyBundle(await bundleTextOf(giveaway))).toMatchObject({ ok: true })
    },
  )

  it('a round that staff hand in draws if its signature verifies, and is refused otherwise [B-20.8]', async () => {
    const giveaway = await frozen('Handed in')
    answer = async () => null
    shop.clock.set(giveaway.drawAt)
    await tendDraws(shop.system)
    const right = (await honest(giveaway.round))!
    const wrong = (await honest(giveaway.round - 1))!
    const handIn = (json: object) => asAdmin(`/api/admin/giveaways/${giveaway.id}/round`, json)
    expect((await handIn(wrong)).json.code).toBe('round_refused')
    expect((await handIn({ ...wrong, round: right.round })).json.code).toBe('round_refused')
    expect((await handIn({ ...right, signature: 'ff' })).json.errors.signature).toEqual([
      'A signature has 96 hex digits.',
    ])
    expect(await stateOf(giveaway)).toBe('frozen')
    expect((await handIn(right)).json.winner.slot).toEqual(expect.any(Number))
    await tendDraws(shop.system)
    expect(verifyBundle(await bundleTextOf(giveaway))).toMatchObject({ ok: true })
  })
})

it('relays that take 3 s for each answer end a turn after two, so that new entries get their leaves [B-20.7]', async () => {
  const waiting = [await frozen('Slow'), await frozen('Slower'), await frozen('Slowest')]
  shop.clock.set(waiting.at(-1)!.drawAt)
  let asked = 0
  answer = async () => {
    asked++
    shop.clock.advance(3000)
    return null
  }
  await tendDraws(shop.system)
  expect(asked).toBe(2)
  answer = honest
  await tendDraws(shop.system)
  expect(await Promise.all(waiting.map(stateOf))).toEqual(['drawn', 'drawn', 'drawn'])
})

describe('witnesses that are silent', () => {
  it('a freeze that they do not cosign in time slips by 28,800 rounds with the same list, and that round draws [B-20.5]', async () => {
    areSilent = true
    const giveaway = await frozen('Silent')
    shop.clock.set(giveaway.drawAt)
    await tendDraws(shop.system)
    expect(await drawByRound(shop.system, giveaway.id)).toBe(false)
    const slipped = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json
    expect(slipped).toMatchObject({
      state: 'frozen',
      round: giveaway.round + SLIP_ROUNDS,
      frozen: { witnessedAt: null },
    })
    areSilent = false
    await tendDraws(shop.system)
    // The witnesses cosign the first freeze too, but after its time.
    shop.clock.set(slipped.drawsAt)
    await tendDraws(shop.system)
    const drawn = (await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json
    expect(drawn).toMatchObject({
      state: 'drawn',
      round: slipped.round,
      frozen: { slips: [{ round: giveaway.round }] },
    })
    const text = await bundleTextOf(giveaway)
    const verdict = verifyBundle(text)
    expect(verdict.steps.filter(({ ok }) => !ok)).toEqual([])
    const [first, second] = JSON.parse(text).freezes.map(({ leaf }: { leaf: string }) => parseFreeze(leaf))
    expect(second).toEqual({ ...first, round: slipped.round, time: first.time + SLIP_ROUNDS })
    const { rows } = await shop.services.pool.query(
      `select leaf from shop_log where giveaway_id = $1 and kind = 'incident'`,
      [giveaway.id],
    )
    expect(rows).toEqual([{ leaf: expect.stringContaining(`class slip\n`) }])
  })

  it('several processes write one slip', async () => {
    areSilent = true
    const giveaway = await frozen('One slip')
    shop.clock.set(giveaway.drawAt)
    await Promise.all(Array.from({ length: 6 }, () => tendDraws(shop.system)))
    const rows = await shop.services.db
      .selectFrom('draw_freeze')
      .select('slip')
      .where('giveaway_id', '=', giveaway.id)
      .orderBy('slip')
      .execute()
    expect(rows).toEqual([{ slip: 0 }, { slip: 1 }])
  })
})
