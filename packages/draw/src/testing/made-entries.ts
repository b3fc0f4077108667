import { type EntryLeaf, formatEntryLeaf, holderOf, markOf, type OutReason } from '../entries/entry-leaf.ts'
import { replay } from '../entries/replay.ts'
import type { Random } from './random.ts'

/** What the browser kept of an entry, by the index of its leaf. */
export type MadeClaim = { index: number; line: string; at: number; holderSecret: string; nonce: string }
export type MadeEntries = { lines: string[]; claims: MadeClaim[] }
type Choices = { giveaway: string; createHash: string; slots: number; leaves: number; from: number }

const KINDS = ['credit', 'credit', 'credit', 'credit', 'credit', 'auto', 'auto', 'staff'] as const
const REASONS: OutReason[] = ['staff', 'left', 'forfeit', 'cancelled']

/** A random valid entry tree with leaves of all kinds. */
export function makeEntries(random: Random, { giveaway, createHash, slots, leaves, from }: Choices): MadeEntries {
  const people = Array.from({ length: Math.max(2, Math.ceil(leaves / 3)) }, () => random.hex(32))
  const lines = [formatEntryLeaf({ kind: 'open', giveaway, createHash })]
  const claims: MadeClaim[] = []
  const taken = new Map<number, string>()
  let at = from
  let cards = 0
  const add = (leaf: EntryLeaf) => lines.push(formatEntryLeaf(leaf)) - 1
  const claim = (leaf: (holder: string, mark: string) => EntryLeaf, number: number) => {
    const holderSecret = random.pick(people)
    const nonce = random.hex(16)
    const holder = holderOf(giveaway, holderSecret)
    const index = add(leaf(holder, markOf(nonce)))
    taken.set(number, holder)
    claims.push({ index, line: lines[index]!, at, holderSecret, nonce })
  }
  const freeNumber = () => {
    const free = Array.from({ length: slots }, (_, index) => index + 1).filter(number => !taken.has(number))
    return free.length > 0 ? random.pick(free) : undefined
  }
  while (lines.length <= leaves) {
    at += random.below(1000)
    const dice = random.below(20)
    const live = [...taken.keys()]
    const number = freeNumber()
    if (dice < 11 && number) {
      const by = random.pick(KINDS)
      claim((holder, mark) => ({ kind: 'enter', at, number, by, holder, mark }), number)
    } else if (dice < 13 && live.length > 0) {
      const out = random.pick(live)
      add({ kind: 'out', at, number: out, reason: random.pick(REASONS) })
      taken.delete(out)
    } else if (dice < 15 && number && live.some(other => other <= slots)) {
      const origin = random.pick(live.filter(other => other <= slots))
      add({ kind: 'move', at, from: origin, to: number, mark: markOf(random.hex(16)) })
      taken.set(number, taken.get(origin)!)
      taken.delete(origin)
    } else if (dice === 15 && live.length > 0) {
      // Also a holder whose entries were all taken out, or who never had one.
      const holder = random.below(3) === 0 ? holderOf(giveaway, random.pick(people)) : random.pick([...taken.values()])
      const successor = holderOf(giveaway, random.pick(people))
      if (holder === successor) continue
      add({ kind: 'same', at, holder, successor })
      for (const [slot, owner] of taken) if (owner === holder) taken.set(slot, successor)
    } else {
      cards += 1
      const card = { number: slots + cards, received: `2026-11-${10 + random.below(20)}`, card: cards }
      claim((holder, mark) => ({ kind: 'mail', at, holder, mark, ...card }), card.number)
    }
  }
  replay(lines, { giveaway, slots, createHash })
  return { lines, claims }
}
