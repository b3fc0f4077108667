import { bls12_381 } from '@noble/curves/bls12-381.js'
import { describe, expect, it } from 'vitest'
import { bytesOfHex, hexOf, sha256Hex } from '../bytes.ts'
import { isBound, publicKeyOf, QUICKNET, roundAt, sandboxChain, signRound, timeOfRound, verifyRound } from './beacon.ts'

const SECRET = `0${sha256Hex('beacon').slice(1)}`
const chain = sandboxChain(SECRET, 3, 1_790_000_000)

describe('rounds and times', () => {
  it('belong to each other: the first round at a moment or after it', () => {
    for (const each of [QUICKNET, { ...chain, period: 1 }, { ...chain, period: 30 }]) {
      for (let seconds = each.genesis - 2; seconds < each.genesis + 100; seconds++) {
        const round = roundAt(each, seconds)
        expect(timeOfRound(each, round)).toBeGreaterThanOrEqual(seconds)
        if (round > 1) expect(timeOfRound(each, round - 1)).toBeLessThan(seconds)
      }
    }
  })
})

describe('a round', () => {
  const signature = signRound(SECRET, 9)
  /** A point of the curve outside the group of signatures. */
  const outsider = () => {
    const { Point } = bls12_381.G1
    for (let first = 1; ; first++) {
      const bytes = bytesOfHex(`80${'00'.repeat(46)}${first.toString(16).padStart(2, '0')}`)
      try {
        const point = Point.fromHex(hexOf(bytes))
        if (!point.isTorsionFree()) return hexOf(bytes)
      } catch (error) {
        if (`${error}`.includes('subgroup')) return hexOf(bytes)
      }
    }
  }

  it('verifies for its number and key only', () => {
    expect(verifyRound(chain, 9, signature)).toBe(true)
    expect(verifyRound(chain, 10, signature)).toBe(false)
    expect(verifyRound({ ...chain, publicKey: publicKeyOf(sha256Hex('x').replace(/^./, '0')) }, 9, signature)).toBe(
      false,
    )
    for (const round of [-1, 0, 0.5, Number.NaN, 2 ** 60]) expect(verifyRound(chain, round, signature)).toBe(false)
  })

  it('is refused at infinity, outside the group, in upper case and as garbage', () => {
    const infinity = `c0${'00'.repeat(47)}`
    const others = [infinity, `80${'00'.repeat(47)}`, outsider(), signature.toUpperCase(), `0x${signature}`, 'garbage']
    for (const other of others) expect(verifyRound(chain, 9, other), other).toBe(false)
    for (const publicKey of ['', `c0${'00'.repeat(95)}`, 'zz', chain.publicKey.slice(2)])
      expect(verifyRound({ ...chain, publicKey }, 9, infinity), publicKey).toBe(false)
  })
})

describe('the name of a chain', () => {
  it('binds its key and times', () => {
    expect(isBound(QUICKNET)).toBe(true)
    expect(isBound(chain)).toBe(true)
    for (const each of [QUICKNET, chain]) {
      const others = [
        { chain: sha256Hex('other') },
        { publicKey: publicKeyOf(sha256Hex('other').replace(/^./, '0')) },
        { publicKey: 'garbage' },
        { period: each.period + 1 },
        { period: each.period + 2 ** 32 },
        { period: 0 },
        { genesis: each.genesis - 1 },
        { genesis: Number.NaN },
      ]
      for (const other of others) expect(isBound({ ...each, ...other }), JSON.stringify(other)).toBe(false)
    }
  })
})
