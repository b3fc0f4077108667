import { describe, expect, it } from 'vitest'
import rounds from '../../vectors/drand-quicknet.json' with { type: 'json' }
import draws from '../../vectors/draw-v2.json' with { type: 'json' }
import tree from '../../vectors/merkle-rfc6962.json' with { type: 'json' }
import notes from '../../vectors/notes.json' with { type: 'json' }
import { bytesOfHex, hexOf, sha256, sha256Hex, uint64, utf8 } from '../bytes.ts'
import { formatEntryLeaf, parseEntryLeaf } from '../entries/entry-leaf.ts'
import { formatReceipt, parseReceipt } from '../entries/receipt.ts'
import { listHash, replay } from '../entries/replay.ts'
import { parseCheckpoint } from '../log/checkpoint.ts'
import { formatFreeze, parseFreeze } from '../log/log-leaf.ts'
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
import { formatNote, parseNote, parseVerifierKey, verifierKey, verifyNote } from '../log/note.ts'
import { formatPolicy, parsePolicy, quorumAt } from '../log/policy.ts'
import { publicKeyOf, QUICKNET, roundAt, signRound, timeOfRound, verifyRound } from '../round/beacon.ts'
import { below, commitmentOf, drawKey, drawOrder, placesOf } from '../round/order.ts'

const hashes = (hexes: string[]) => hexes.map(bytesOfHex)

describe('vectors of RFC 6962', () => {
  const leaves = hashes(tree.leafHashes)

  it('hash leaves and trees of all sizes alike', () => {
    expect(hashes(tree.leaves).map(leaf => hexOf(leafHash(leaf)))).toEqual(tree.leafHashes)
    const roots = tree.roots.map((_, size) => hexOf(treeRoot(leaves.slice(0, size))))
    expect(roots).toEqual(tree.roots)
    let frontier = EMPTY_FRONTIER
    for (const [index, leaf] of leaves.entries()) {
      frontier = appendHash(frontier, leaf)
      expect(hexOf(rootOf(frontier))).toBe(tree.roots[index + 1])
    }
  })

  it('prove inclusion and consistency with the same hashes', () => {
    for (const { index, size, proof } of tree.inclusion) {
      expect(inclusionProof(leaves.slice(0, size), index).map(hexOf)).toEqual(proof)
      const root = bytesOfHex(tree.roots[size]!)
      expect(verifyInclusion({ index, size, leafHash: leaves[index]!, proof: hashes(proof), root })).toBe(true)
    }
    for (const { first, second, proof } of tree.consistency) {
      expect(consistencyProof(leaves.slice(0, second), first).map(hexOf)).toEqual(proof)
      const [oldRoot, root] = [bytesOfHex(tree.roots[first]!), bytesOfHex(tree.roots[second]!)]
      expect(verifyConsistency({ oldSize: first, oldRoot, size: second, root, proof: hashes(proof) })).toBe(true)
    }
  })

  it.each(tree.notIncluded)('refuse an inclusion: $why', ({ index, size, leafHash, proof, root }) => {
    const claim = { index, size, leafHash: bytesOfHex(leafHash), proof: hashes(proof), root: bytesOfHex(root) }
    expect(verifyInclusion(claim)).toBe(false)
  })

  it.each(tree.notConsistent)('refuse a consistency: $why', ({ first, second, root1, root2, proof }) => {
    const roots = { oldRoot: bytesOfHex(root1), root: bytesOfHex(root2) }
    expect(verifyConsistency({ oldSize: first, size: second, ...roots, proof: hashes(proof) })).toBe(false)
  })
})

describe('vectors of signed notes', () => {
  it('verify the example of C2SP', () => {
    const { vkey, note } = notes.specification
    expect(verifyNote(note, vkey)).toBe(true)
    expect(verifyNote(note.replace('example message', 'exemplary message'), vkey)).toBe(false)
    const { body, signatures } = parseNote(note)
    expect(formatNote(body, signatures)).toBe(note)
    const { name, type, publicKey } = parseVerifierKey(vkey)
    expect(verifierKey(name, type, publicKey)).toBe(vkey)
  })

  it('a receipt verifies and a forged one does not', () => {
    const { note, vkey } = notes.receipt
    expect(verifyNote(note, vkey)).toBe(true)
    expect(verifyNote(notes.receiptForged.note, notes.receiptForged.vkey)).toBe(false)
    const receipt = parseReceipt(parseNote(note).body)
    expect(formatReceipt(receipt)).toBe(parseNote(note).body)
    expect(receipt.leaves).toEqual([draws.cases[0]!.leaves[notes.receipt.leafIndex]])
  })

  it.each(notes.freezes)('count the quorum of a freeze: $why', freeze => {
    const witnesses = freeze.witnesses.map((vkey, index) => ({ name: `w${index + 1}`, vkey }))
    const policy = parsePolicy(formatPolicy({ log: freeze.log, witnesses, quorum: freeze.quorum }))
    expect(verifyNote(freeze.checkpoint, freeze.log)).toBe(true)
    const { size, root, origin } = parseCheckpoint(parseNote(freeze.checkpoint).body)
    expect(origin).toBe(freeze.origin)
    const leaf = leafHash(utf8(freeze.manifest))
    expect(verifyInclusion({ index: freeze.index, size, leafHash: leaf, proof: hashes(freeze.proof), root })).toBe(true)
    const { time, margin } = parseFreeze(freeze.manifest)
    const at = quorumAt(policy, freeze.checkpoint)
    expect(at !== null && at <= time - margin).toBe(freeze.counts)
  })
})

describe('vectors of drand quicknet', () => {
  it('name the chain', () => {
    const { hash, publicKey, period, genesisTime } = rounds.chain
    expect(QUICKNET).toEqual({ chain: hash, publicKey, period, genesis: genesisTime })
    for (const { time, firstRoundAtOrAfter } of rounds.roundTimes)
      expect(roundAt(QUICKNET, time)).toBe(firstRoundAtOrAfter)
  })

  it('verify each true round', () => {
    for (const { round, time, message, signature, randomness } of rounds.valid) {
      expect(timeOfRound(QUICKNET, round)).toBe(time)
      expect(hexOf(sha256(uint64(round)))).toBe(message)
      expect(verifyRound(QUICKNET, round, signature)).toBe(true)
      expect(sha256Hex(bytesOfHex(signature))).toBe(randomness)
    }
  })

  it.each(rounds.invalid)('refuse a round: $why', ({ round, signature }) => {
    expect(verifyRound(QUICKNET, round, signature)).toBe(false)
  })

  it.each(rounds.wrongKey)('refuse a key: $why', ({ round, signature, publicKey }) => {
    expect(verifyRound({ ...QUICKNET, publicKey }, round, signature)).toBe(false)
  })

  it('sign rounds of a sandbox chain alike', () => {
    const { secretKey, publicKey, rounds: signed } = rounds.sandbox
    expect(publicKeyOf(secretKey)).toBe(publicKey)
    for (const { round, signature, randomness } of signed) {
      expect(signRound(secretKey, round)).toBe(signature)
      expect(verifyRound({ ...QUICKNET, publicKey }, round, signature)).toBe(true)
      expect(sha256Hex(bytesOfHex(signature))).toBe(randomness)
    }
  })
})

describe('vectors of the draw', () => {
  it.each(draws.cases)('follow from leaves to places: $name', draw => {
    const { giveaway, slots, create, seed, expected } = draw
    expect(draw.leaves.map(line => formatEntryLeaf(parseEntryLeaf(line)))).toEqual(draw.leaves)
    expect(hexOf(treeRoot(draw.leaves.map(line => leafHash(utf8(line)))))).toBe(expected.root)
    const { list, counts } = replay(draw.leaves, { giveaway, slots, createHash: create })
    expect(list).toHaveLength(expected.entries)
    expect(listHash(giveaway, list)).toBe(expected.listHash)
    const manifest = parseFreeze(expected.manifest)
    expect(formatFreeze(manifest)).toBe(expected.manifest)
    expect(manifest).toMatchObject({ ...counts, seed, commitment: commitmentOf(giveaway, seed), round: draw.round })
    expect(sha256Hex(expected.manifest)).toBe(expected.manifestHash)
    expect(verifyRound(QUICKNET, draw.round, draw.signature)).toBe(true)
    const key = drawKey(expected.manifest, seed, draw.signature)
    expect(hexOf(key)).toBe(expected.key)
    const order = drawOrder(key, list)
    expect(order.map(({ number }) => number)).toEqual(expected.order)
    expect(sha256Hex(expected.order.map(number => `${number}\n`).join(''))).toBe(expected.orderHash)
    expect(placesOf(order)).toEqual(expected.places)
    expect(drawOrder(key, list, 3)).toEqual(order.slice(0, 3))
  })

  it('take numbers without bias', () => {
    const key = bytesOfHex(draws.below.key)
    for (const { place, m, value, thrownAway } of draws.below.values)
      expect(below(key, place, BigInt(m))).toEqual({ value: BigInt(value), thrownAway })
  })
})
