import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOfBase64, hexOf, utf8 } from '../bytes.ts'
import { formatHead } from '../log/log-leaf.ts'
import { inclusionProof, leafHash, treeRoot } from '../log/merkle.ts'
import { signNote } from '../log/note.ts'
import { parsePolicy } from '../log/policy.ts'
import { type MadeBundle, makeBundle } from '../testing/bundle-maker.ts'
import type { Cosigning } from '../testing/made-log.ts'
import { verifyBundle } from '../verify.ts'
import { type EntryProof, formatTlogProof, parseTlogProof, treeCheckpoint, verifyOwnEntry } from './entry-proof.ts'
import { DEADLINE_MS, formatReceipt } from './receipt.ts'

const INDEX = 5
const SIZE = 11
let made: MadeBundle
let question: Parameters<typeof verifyOwnEntry>[0]
let proofAt: (cosigning: Cosigning) => Promise<EntryProof>

beforeAll(async () => {
  made = await makeBundle({ seed: 3, entries: 20, slots: 30 })
  const { bundle, log } = made
  const lines = bundle.entries.split('\n')
  const giveaway = lines[0]!.split(' ')[1]!
  // Half of the tree: the rest of the entries came later.
  const hashes = lines.slice(0, SIZE).map(line => leafHash(utf8(line)))
  const root = treeRoot(hashes)
  const entry = formatTlogProof({
    index: INDEX,
    proof: inclusionProof(hashes, INDEX),
    checkpoint: treeCheckpoint(log.signer.name, giveaway, SIZE, root),
  })
  const headIndex = log.append(formatHead({ giveaway, size: SIZE, root: hexOf(root) }))
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

  it('shows with the receipt that the tree was not written again since', async () => {
    const { bundle, log, receiptSigner } = made
    const lines = bundle.entries.split('\n')
    const at = Number(question.leaf.split(' ')[1])
    const body = formatReceipt({
      log: log.signer.name,
      giveaway: question.giveaway,
      leaves: [question.leaf],
      by: at + DEADLINE_MS,
    })
    const kept = { receipt: await signNote(body, [receiptSigner]), vkey: receiptSigner.vkey }
    const stepOf = (proof: EntryProof) => verifyBundle(bundle, { receipt: { ...kept, proofs: [proof] } }).steps.at(-1)
    expect(stepOf(question.proof)).toMatchObject({ step: 12, ok: true })
    const late = await proofAt([0, 1].map(witness => ({ witness, at: Math.ceil(at / 1000) + 700 })))
    expect(stepOf(late)).toMatchObject({
      step: 12,
      ok: false,
      sentence: 'Witnesses saw the tree with your entry after the deadline of your receipt.',
    })
    const hashes = lines
      .slice(0, SIZE)
      .toSpliced(1, 1, 'another entry')
      .map(line => leafHash(utf8(line)))
    const root = treeRoot(hashes)
    const checkpoint = treeCheckpoint(log.signer.name, question.giveaway, SIZE, root)
    const entry = formatTlogProof({ index: INDEX, proof: inclusionProof(hashes, INDEX), checkpoint })
    const head = log.append(formatHead({ giveaway: question.giveaway, size: SIZE, root: hexOf(root) }))
    const logged = await log.logged(
      head,
      [0, 1].map(witness => ({ witness, at: 1000 })),
    )
    const before = { ...logged, proof: logged.proof.map(bytesOfBase64) }
    expect(stepOf({ entry, head: formatTlogProof(before) })).toMatchObject({
      step: 12,
      ok: false,
      sentence: 'The records of entries were written again after witnesses had seen yours.',
    })
  })
})
