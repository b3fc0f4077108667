import { isSame, utf8 } from '../bytes.ts'
import { holderOf, markOf, parseEntryLeaf } from '../entries/entry-leaf.ts'
import { type OwnEntryQuestion, parseTlogProof, verifyOwnEntry } from '../entries/entry-proof.ts'
import { DEADLINE_MS, parseReceipt } from '../entries/receipt.ts'
import type { Replayed } from '../entries/replay.ts'
import { parseCheckpoint } from '../log/checkpoint.ts'
import { leafHash, treeRoot } from '../log/merkle.ts'
import { parseNote, parseVerifierKey, verifyNote } from '../log/note.ts'
import type { Policy } from '../log/policy.ts'
import { type Findings, fail, type KeptReceipt } from './findings.ts'
import { say } from './sentences.ts'

type Frozen = { giveaway: string; policy: Policy; lines: readonly string[]; replayed: Replayed }

/** Checks a receipt against the frozen tree. Answers the sentence for the entrant, or throws a `Fault` with one. */
export function verifyReceipt(kept: KeptReceipt, { giveaway, policy, lines, replayed }: Frozen): string {
  const origin = policy.log.name
  const { name } = parseVerifierKey(kept.vkey)
  if (name !== `${origin.split('/')[0]}/redoubt/receipt`) fail(say('receipt.otherShop'))
  if (!verifyNote(kept.receipt, kept.vkey)) fail(say('receipt.unsigned'))
  const receipt = parseReceipt(parseNote(kept.receipt).body)
  if (receipt.log !== origin || receipt.giveaway !== giveaway) fail(say('receipt.otherGiveaway'))
  const numbers = receipt.leaves.map((line, place) => {
    const index = lines.indexOf(line)
    if (index < 0) fail(say('receipt.leftOut', { line }))
    const leaf = parseEntryLeaf(line)
    if (leaf.kind !== 'enter' && leaf.kind !== 'mail') return fail(say('receipt.noEntry'))
    if (place === 0 && receipt.by !== leaf.at + DEADLINE_MS) fail(say('receipt.deadline'))
    const entry = liveEntryOf(replayed, leaf, index)
    if (!entry) return fail(say('receipt.takenOut', { number: leaf.number }))
    if (entry.by === 'staff') fail(say('receipt.ofStaff'))
    const proof = kept.proofs?.[place]
    if (proof) checkProof({ leaf: line, giveaway, by: receipt.by, proof, policy }, lines)
    checkOwner(kept, giveaway, place, { entered: leaf.holder, holder: entry.holder, mark: leaf.mark })
    return entry.number === leaf.number ? String(entry.number) : `${entry.number} (moved from ${leaf.number})`
  })
  return `You are in: ${numbers.length === 1 ? 'number' : 'numbers'} ${numbers.join(', ')}, as your receipt says.`
}

/** An entry that was taken out by a dispute comes back under its number by a later leaf. */
function liveEntryOf({ live }: Replayed, { number, holder }: { number: number; holder: string }, index: number) {
  const again = live.get(number)
  return [...live.values()].find(entry => entry.leaf === index) ?? (again?.holder === holder ? again : undefined)
}

/** The tree that witnesses saw is the beginning of the sealed one. */
function checkProof(question: OwnEntryQuestion, lines: readonly string[]) {
  const { ok, sentence } = verifyOwnEntry(question)
  if (!ok) fail(sentence)
  const { size, root } = parseCheckpoint(parseTlogProof(question.proof.entry).checkpoint)
  const hashes = lines.slice(0, size).map(line => leafHash(utf8(line)))
  if (hashes.length < size || !isSame(treeRoot(hashes), root)) fail(say('receipt.rewritten'))
}

type Owner = { entered: string; holder: string; mark: string }

/** A `same` leaf is true for two accounts of one person, and else gives the entry away: only the entrant knows. */
function checkOwner(kept: KeptReceipt, giveaway: string, place: number, { entered, holder, mark }: Owner) {
  const own = kept.holderSecret === undefined ? holder : holderOf(giveaway, kept.holderSecret)
  if (own !== holder && own === entered) fail(say('receipt.joined'))
  if (own !== holder) fail(say('receipt.otherHolder'))
  const nonce = kept.nonces?.[place]
  if (kept.nonces && (nonce === undefined || markOf(nonce) !== mark)) fail(say('receipt.otherMark'))
}

export function checkReceipt(findings: Findings): string {
  const { options, create, policy, lines, sealed } = findings as Required<Findings>
  return verifyReceipt(options.receipt!, {
    giveaway: create.giveaway,
    policy,
    lines,
    replayed: sealed,
  })
}
