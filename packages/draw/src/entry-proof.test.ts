import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOfBase64, hexOf, utf8 } from './bytes.ts'
import { type EntryProof, formatTlogProof, parseTlogProof, treeCheckpoint, verifyOwnEntry } from './entry-proof.ts'
import { formatHead } from './log-leaf.ts'
import { inclusionProof, leafHash, treeRoot } from './merkle.ts'
import { parsePolicy } from './policy.ts'
import { makeBundle } from './testing/bundle-maker.ts'
import type { Cosigning } from './testing/made-log.ts'

const INDEX = 5
let question: Parameters<typeof verifyOwnEntry>[0]
let proofAt: (cosigning: Cosigning) => Promise<EntryProof>

beforeAll(async () => {
  const { bundle, log } = await makeBundle({ seed: 3, entries: 20, slots: 30 })
  const lines = bundle.entries.split('\n')
  const giveaway = lines[0]!.split(' ')[1]!
  const hashes = lines.map(line => leafHash(utf8(line)))
  const root = treeRoot(hashes)
  const entry = formatTlogProof({
    index: INDEX,
    proof: inclusionProof(hashes, INDEX),
    checkpoint: treeCheckpoint(log.signer.name, giveaway, lines.length, root),
  })
  const headIndex = log.append(formatHead({ giveaway, size: lines.length, root: hexOf(root) }))
  proofAt = async cosigning => {
    const { index, proof, checkpoint } = await log.logged(headIndex, cosigning)
    return { entry, head: formatTlogProof({ index, proof: proof.map(bytesOfBase64), checkpoint }) }
  }
  const proof = await proofAt([0, 1].map(witness => ({ witness, at: 1000 + witness })))
  question = { leaf: lines[INDEX]!, giveaway, by: 1_001_000, proof, policy: parsePolicy(bundle.policy) }
})

describe('the proof of an own entry', () => {
  it('leads from the leaf to a witnessed checkpoint', () => {
    expect(verifyOwnEntry(question)).toEqual({
      ok: true,
      sentence: 'Your entry is record 5 of a tree that witnesses saw in time.',
      index: INDEX,
      witnessedAt: 1001,
    })
  })

  it('fails for another leaf, giveaway or shop, and after the deadline', async () => {
    const other = await makeBundle({ seed: 4 })
    const wrong = [
      { leaf: 'enter 1' },
      { giveaway: 'other' },
      { policy: parsePolicy(other.bundle.policy) },
      { by: 1_000_999 },
      { proof: { ...question.proof, entry: question.proof.head } },
      { proof: { ...question.proof, head: 'garbage' } },
    ]
    for (const each of wrong) expect(verifyOwnEntry({ ...question, ...each })).toMatchObject({ ok: false })
    expect(verifyOwnEntry({ ...question, proof: await proofAt([{ witness: 0, at: 1 }]) })).toEqual({
      ok: false,
      sentence: 'Too few witnesses saw the tree with your entry.',
    })
  })

  it('has no byte that can be changed', () => {
    for (const part of ['entry', 'head'] as const) {
      const text = question.proof[part]
      for (let at = 0; at < text.length; at += part === 'entry' ? 1 : 7) {
        const changed = text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1)
        expect(verifyOwnEntry({ ...question, proof: { ...question.proof, [part]: changed } }).ok, `${part} ${at}`).toBe(
          false,
        )
      }
    }
  })

  it('is text of tlog-proof', () => {
    const { index, proof, checkpoint } = parseTlogProof(question.proof.entry)
    expect(formatTlogProof({ index, proof, checkpoint })).toBe(question.proof.entry)
    expect(question.proof.entry).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex 5\n(?:[A-Za-z0-9+/]{43}=\n)+\nshop\.test\//)
    expect(parseTlogProof('c2sp.org/tlog-proof@v1\nindex 0\n\nrest')).toEqual({
      index: 0,
      proof: [],
      checkpoint: 'rest',
    })
    for (const text of ['', 'index 1\n\n', 'c2sp.org/tlog-proof@v1\nindex 01\n\n', 'c2sp.org/tlog-proof@v1\n\n'])
      expect(() => parseTlogProof(text)).toThrow()
  })
})
