import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Of, bytesOfBase64, bytesOfHex, hexOf, sha256Hex, utf8 } from '../bytes.ts'
import { type EntryLeaf, formatEntryLeaf, InvalidLeaf, parseEntryLeaf } from '../entries/entry-leaf.ts'
import { InvalidTree, listHash, replay } from '../entries/replay.ts'
import {
  appendHash,
  consistencyProof,
  EMPTY_FRONTIER,
  inclusionProof,
  leafHash,
  rootOf,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../log/merkle.ts'
import { drawOrder, drawSteps, placesOf } from '../round/order.ts'
import { makeEntries } from '../testing/made-entries.ts'
import { randomOf } from '../testing/random.ts'

const RUNS = { seed: 13, numRuns: 200 }
const GIVEAWAY = '0193a000-0000-7000-8000-000000000002'
const TREE = { giveaway: GIVEAWAY, slots: 12, createHash: sha256Hex('create') }
const madeLines = (seed: number, leaves: number) =>
  makeEntries(randomOf(seed), { ...TREE, leaves, from: 1_795_000_000_000 }).lines
const anyLog = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 })).map(([seed, leaves]) => madeLines(seed, leaves))

describe('trees of all sizes to 70', () => {
  const leaves = Array.from({ length: 70 }, (_, index) => leafHash(utf8(`leaf ${index}`)))
  const roots = Array.from({ length: 71 }, (_, size) => treeRoot(leaves.slice(0, size)))

  it('have the root that grows leaf by leaf', () => {
    let frontier = EMPTY_FRONTIER
    for (const [index, leaf] of leaves.entries()) {
      frontier = appendHash(frontier, leaf)
      expect(frontier.size).toBe(index + 1)
      expect(hexOf(rootOf(frontier))).toBe(hexOf(roots[index + 1]!))
    }
  })

  it('prove each leaf at its place, and at no other', () => {
    for (let size = 1; size <= 70; size++) {
      for (let index = 0; index < size; index++) {
        const proof = inclusionProof(leaves.slice(0, size), index)
        const claim = { index, size, leafHash: leaves[index]!, proof, root: roots[size]! }
        const found = [claim, { ...claim, index: index + 1 }, { ...claim, index: index - 1 }].map(verifyInclusion)
        expect(found).toEqual([true, false, false])
      }
    }
  })

  it('prove that each smaller tree was continued, and refuse a changed one', () => {
    for (let size = 0; size <= 70; size++) {
      for (let oldSize = 0; oldSize <= size; oldSize++) {
        const proof = consistencyProof(leaves.slice(0, size), oldSize)
        const claim = { oldSize, oldRoot: roots[oldSize]!, size, root: roots[size]!, proof }
        expect(verifyConsistency(claim)).toBe(true)
        expect(verifyConsistency({ ...claim, oldRoot: leafHash(utf8('other')) })).toBe(false)
      }
    }
  })
})

describe('random entry trees', () => {
  it('replay to a list by number, of all live entries but the staff’s', () => {
    fc.assert(
      fc.property(anyLog, lines => {
        const { list, counts, live } = replay(lines, TREE)
        const entries = [...live.values()]
        expect(list).toEqual(
          entries
            .filter(({ by }) => by !== 'staff')
            .map(({ number, holder }) => ({ number, holder }))
            .sort((a, b) => a.number - b.number),
        )
        expect(counts.credit + counts.auto + counts.mail).toBe(list.length)
        expect(list.length + counts.staff).toBe(live.size)
        for (const [number, entry] of live) {
          expect(entry.number).toBe(number)
          expect(number > TREE.slots).toBe(entry.by === 'mail')
          expect(['enter', 'mail']).toContain(parseEntryLeaf(lines[entry.leaf]!).kind)
        }
      }),
      RUNS,
    )
  })

  it('have one text for each leaf', () => {
    fc.assert(
      fc.property(anyLog, lines => {
        expect(lines.map(line => formatEntryLeaf(parseEntryLeaf(line)))).toEqual(lines)
      }),
      RUNS,
    )
  })

  it('refuse a leaf that is impossible after any of them', () => {
    const [holder, mark] = [sha256Hex('a').slice(0, 32), sha256Hex('b').slice(0, 32)]
    fc.assert(
      fc.property(anyLog, lines => {
        const { live } = replay(lines, TREE)
        const numbers = [...live.keys()]
        const taken = numbers.find(number => number <= TREE.slots)
        const free = Array.from({ length: TREE.slots }, (_, index) => index + 1).find(number => !live.has(number))
        const cards = lines.filter(line => line.startsWith('mail')).length
        const card = { kind: 'mail', at: 1, holder, mark, received: '2026-11-24' } as const
        const impossible: (EntryLeaf | false)[] = [
          { kind: 'open', giveaway: GIVEAWAY, createHash: TREE.createHash },
          { kind: 'enter', at: 1, number: TREE.slots + 1, by: 'credit', holder, mark },
          { kind: 'out', at: 1, number: TREE.slots + cards + 1, reason: 'staff' },
          { kind: 'same', at: 1, holder, successor: holder },
          { ...card, number: TREE.slots + cards + 2, card: cards + 1 },
          cards > 0 && { ...card, number: TREE.slots + cards + 1, card: cards },
          taken !== undefined && { kind: 'enter', at: 1, number: taken, by: 'credit', holder, mark },
          taken !== undefined && { kind: 'move', at: 1, from: taken, to: taken, mark },
          taken !== undefined && { kind: 'move', at: 1, from: taken, to: TREE.slots + 1, mark },
          free !== undefined && { kind: 'move', at: 1, from: free, to: free, mark },
          free !== undefined && { kind: 'out', at: 1, number: free, reason: 'left' },
        ]
        for (const leaf of impossible.filter(each => each !== false)) {
          const fault = faultOf([...lines, formatEntryLeaf(leaf)])
          expect(fault, formatEntryLeaf(leaf)).toMatchObject({ index: lines.length })
        }
      }),
      RUNS,
    )
  })

  it('are refused when empty, of another giveaway, or opened under another text', () => {
    const lines = madeLines(1, 10)
    expect(faultOf([])).toMatchObject({ index: 0 })
    expect(faultOf(lines.slice(1))).toMatchObject({ index: 0 })
    expect(faultOf(lines, { ...TREE, giveaway: 'other' })).toMatchObject({ index: 0 })
    expect(faultOf(lines, { ...TREE, createHash: sha256Hex('other') })).toMatchObject({ index: 0 })
    expect(faultOf([...lines, 'garbage'])).toMatchObject({ index: lines.length })
  })
})

function faultOf(lines: string[], tree = TREE): InvalidTree | undefined {
  try {
    replay(lines, tree)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidTree)
    return error as InvalidTree
  }
}

describe('leaves of entries', () => {
  const [h, m] = ['a'.repeat(32), 'b'.repeat(32)]

  it.each([
    '',
    'enter',
    `enter 1 1 credit ${h} ${m} `,
    `enter  1 1 credit ${h} ${m}`,
    `enter 01 1 credit ${h} ${m}`,
    `enter 1 0 credit ${h} ${m}`,
    `enter 1 01 credit ${h} ${m}`,
    `enter 1 1 mail ${h} ${m}`,
    `enter 1 1 credit ${h.toUpperCase()} ${m}`,
    `enter 1 1 credit ${h}a ${m}`,
    `enter -1 1 credit ${h} ${m}`,
    `enter 1e3 1 credit ${h} ${m}`,
    `enter 1 1 credit ${h} ${m}\n`,
    `mail 1 11 ${h} ${m} 2026-02-30 1`,
    `mail 1 11 ${h} ${m} 2026-2-3 1`,
    `out 1 1 bored`,
    `move 1 1 2`,
    `same 1 ${h}`,
    'open a b c',
    'constructor 1 2',
  ])('are refused in another form: %j', line => {
    expect(() => parseEntryLeaf(line)).toThrow(InvalidLeaf)
  })
})

describe('bytes', () => {
  it('have one text in Base64 and in hexadecimal', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), bytes => {
        expect(bytesOfBase64(base64Of(bytes))).toEqual(bytes)
        expect(base64Of(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(bytesOfHex(hexOf(bytes))).toEqual(bytes)
      }),
      RUNS,
    )
    for (const text of ['A', 'AA', 'AA=', 'AB==', 'AAB=', 'AA==\n', ' AAAA', 'AA-_', 'AAAA='])
      expect(() => bytesOfBase64(text), text).toThrow()
    for (const text of ['a', 'AA', '0x', 'aa ', 'gg']) expect(() => bytesOfHex(text), text).toThrow()
  })
})

describe('the drawn order', () => {
  it('is a permutation of the list, whose beginning needs no more than the beginning', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 40 }), (seed, length) => {
        const key = bytesOfHex(sha256Hex(`key ${seed}`))
        const list = Array.from({ length }, (_, index) => ({ number: index + 1, holder: `holder ${index % 7}` }))
        const order = drawOrder(key, list)
        expect(order.toSorted((a, b) => a.number - b.number)).toEqual(list)
        expect(drawOrder(key, list, 3)).toEqual(order.slice(0, 3))
        expect([...drawSteps(key, list)].map(({ entry }) => entry)).toEqual(order)
        const holders = placesOf(order).map(number => list[number - 1]!.holder)
        expect(new Set(holders).size).toBe(holders.length)
        expect(holders.toSorted()).toEqual([...new Set(list.map(({ holder }) => holder))].toSorted())
        if (length > 0) expect(placesOf(order)[0]).toBe(order[0]!.number)
      }),
      RUNS,
    )
  })

  it('has the same list hash for the same list only', () => {
    const list = [{ number: 1, holder: 'a' }]
    expect(listHash(GIVEAWAY, list)).toBe(sha256Hex(`redoubt/list/2 ${GIVEAWAY}\n1 a\n`))
    expect(listHash(GIVEAWAY, [])).not.toBe(listHash('other', []))
  })
})
