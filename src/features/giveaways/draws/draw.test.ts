import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  canonicalList,
  checkDraw,
  commitmentOf,
  type DrawEntry,
  drawFrom,
  drawOrder,
  pseudonymsOf,
  uniformIndex,
} from './draw.ts'

const GIVEAWAY = '01890000-0000-7000-8000-000000000001'
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'
const list = (length: number): DrawEntry[] => Array.from({ length }, (_, index) => [index + 1, `p${index % 7}`])
const seedOf = (n: number) => createHash('sha256').update(`seed ${n}`).digest('hex')

describe('the draw', () => {
  it('the draw gives known results, computed again here independently', async () => {
    for (const length of [1, 2, 3, 87, 100, 1000]) {
      const entries = list(length)
      const text = `redoubt-draw-1 ${GIVEAWAY}\n${entries.map(([slot, who]) => `${slot} ${who}\n`).join('')}`
      const listHash = createHash('sha256').update(text).digest('hex')
      const mac = createHmac('sha256', Buffer.from(SEED, 'hex')).update(`${listHash}:0`).digest()
      const winnerIndex = Number(mac.readBigUInt64BE(0) % BigInt(length))
      const expected = { listHash, winnerIndex, winnerSlot: winnerIndex + 1 }
      expect(await drawFrom(GIVEAWAY, entries, SEED)).toEqual(expected)
    }
  })

  it('the draw gives the same result in every release', async () => {
    expect(await drawFrom(GIVEAWAY, list(87), SEED)).toEqual({
      listHash: 'eef259032b44bab13e9c4bfc6a05d6e8b74982cc985ee3c0781540f272c38ced',
      winnerIndex: 74,
      winnerSlot: 75,
    })
    expect(await commitmentOf(SEED)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd')
  })

  it('the draw does not depend on the order of the list', async () => {
    const entries = list(40)
    expect(await drawFrom(GIVEAWAY, entries.toReversed(), SEED)).toEqual(await drawFrom(GIVEAWAY, entries, SEED))
    expect(canonicalList(GIVEAWAY, entries.toReversed())).toBe(canonicalList(GIVEAWAY, entries))
  })

  it('the draw gives every entry the same chance over many seeds (chi-square, 1 in 10,000)', async () => {
    const length = 30
    const draws = 12_000
    const wins = new Array<number>(length).fill(0)
    const entries = list(length)
    for (let n = 0; n < draws; n++) wins[(await drawFrom(GIVEAWAY, entries, seedOf(n))).winnerIndex]!++
    const expected = draws / length
    const chiSquare = wins.reduce((sum, won) => sum + (won - expected) ** 2 / expected, 0)
    // 29 degrees of freedom: a fair run exceeds 65.0 once in ten thousand. The seeds are fixed, so this run never changes.
    expect(chiSquare).toBeLessThan(65)
  })

  it('the draw rejects numbers that would favour the first entries', async () => {
    const top = (1n << 64n) - 1n
    const asked: number[] = []
    // 2^64 = 3 · 6148914691236517205 + 1, so for three entries only the highest number is rejected.
    const index = await uniformIndex(3, async counter => {
      asked.push(counter)
      return counter === 0 ? top : top - 1n
    })
    expect(asked).toEqual([0, 1])
    expect(index).toBe(Number((top - 1n) % 3n))
    expect(await uniformIndex(2, async () => top)).toBe(1)
    await expect(uniformIndex(0, async () => 0n)).rejects.toThrow('at least one entry')
  })

  it('every visitor can compute the draw again, and a tampered part is shown [B-13.24]', async () => {
    const entries = list(50)
    const result = await drawFrom(GIVEAWAY, entries, SEED)
    const proof = { giveawayId: GIVEAWAY, commitment: await commitmentOf(SEED), seed: SEED, list: entries, ...result }
    expect(await checkDraw(proof)).toEqual({ isSeedTheCommitted: true, isListTheFrozen: true, isWinnerRight: true })
    const otherSeed = { ...proof, seed: seedOf(1) }
    expect(await checkDraw(otherSeed)).toMatchObject({ isSeedTheCommitted: false, isListTheFrozen: true })
    const longerList = { ...proof, list: [...entries, [51, 'p1'] as const] }
    expect(await checkDraw(longerList)).toMatchObject({ isSeedTheCommitted: true, isListTheFrozen: false })
    const otherWinner = { ...proof, winnerSlot: (result.winnerSlot % 50) + 1 }
    expect(await checkDraw(otherWinner)).toMatchObject({ isListTheFrozen: true, isWinnerRight: false })
  })

  it('the draw orders alternates by the same seed and list, each user once, computed again here independently [B-13.56]', async () => {
    const entries = list(87)
    const order = await drawOrder(GIVEAWAY, entries, SEED, 100)
    // Seven persons hold the 87 entries. The first of them is the winner.
    expect(order).toHaveLength(7)
    expect(new Set(order.map(([, person]) => person)).size).toBe(7)
    expect(order[0]![0]).toBe(75)
    const { listHash } = await drawFrom(GIVEAWAY, entries, SEED)
    const persons = order.map(([, person]) => person)
    for (let place = 2; place <= 7; place++) {
      const left = entries.filter(([, person]) => !persons.slice(0, place - 1).includes(person))
      const mac = createHmac('sha256', Buffer.from(SEED, 'hex')).update(`${listHash}:place ${place}:0`).digest()
      expect(order[place - 1]).toEqual(left[Number(mac.readBigUInt64BE(0) % BigInt(left.length))])
    }
    expect(await drawOrder(GIVEAWAY, entries.toReversed(), SEED, 3)).toEqual(order.slice(0, 3))
    const proof = {
      giveawayId: GIVEAWAY,
      commitment: await commitmentOf(SEED),
      seed: SEED,
      listHash,
      list: entries,
      winnerSlot: 75,
    }
    const passed = (slots: number[]) => checkDraw({ ...proof, order: slots.map(slot => ({ slot })) })
    const slots = order.map(([slot]) => slot)
    expect(await passed(slots.slice(0, 1))).not.toHaveProperty('isOrderRight')
    expect(await passed(slots.slice(0, 3))).toMatchObject({ isWinnerRight: true, isOrderRight: true })
    expect(await passed([slots[0]!, slots[2]!])).toMatchObject({ isWinnerRight: true, isOrderRight: false })
    expect(await passed([...slots, 1])).toMatchObject({ isOrderRight: false })
  })

  it('the draw gives every remaining user the same chance to be the first alternate (chi-square, 1 in 10,000)', async () => {
    const entries: DrawEntry[] = Array.from({ length: 20 }, (_, index) => [index + 1, `p${index}`])
    const draws = 6000
    const second = new Array<number>(20).fill(0)
    for (let n = 0; n < draws; n++) second[(await drawOrder(GIVEAWAY, entries, seedOf(n), 2))[1]![0] - 1]!++
    const expected = draws / 20
    // 19 degrees of freedom: a fair run exceeds 50.8 once in ten thousand. The seeds are fixed.
    expect(second.reduce((sum, came) => sum + (came - expected) ** 2 / expected, 0)).toBeLessThan(50.8)
  })

  it('a pseudonym is the same for one user of a giveaway, and differs between users and giveaways', async () => {
    const here = await pseudonymsOf(SEED, ['a', 'b'])
    const there = await pseudonymsOf(seedOf(1), ['a'])
    expect(here.get('a')).toMatch(/^[0-9a-f]{16}$/)
    expect(here.get('a')).not.toBe(here.get('b'))
    expect(here.get('a')).not.toBe(there.get('a'))
  })
})
