import { sha256Hex } from '../bytes.ts'
import type { ListedEntry } from '../round/order.ts'
import { type EntryLeaf, InvalidLeaf, parseEntryLeaf } from './entry-leaf.ts'

/** A live entry. `leaf` is the index of the leaf that entered it; a move changes number and mark. */
export type LiveEntry = {
  number: number
  by: 'credit' | 'auto' | 'mail' | 'staff'
  holder: string
  mark: string
  leaf: number
}
export type Counts = { credit: number; auto: number; mail: number; staff: number }
/** `list` is what is drawn: live entries without staff, by number. `live` has the staff too, by number. */
export type Replayed = { list: ListedEntry[]; counts: Counts; live: Map<number, LiveEntry> }
export type Tree = { giveaway: string; slots: number; createHash: string }

/** The leaf `index` cannot follow the leaves before it. */
export class InvalidTree extends Error {
  readonly index: number
  constructor(index: number, sentence: string) {
    super(sentence)
    this.index = index
  }
}

type State = Tree & { live: Map<number, LiveEntry>; cards: Set<number> }

/** Reads the entry tree leaf by leaf. A leaf that is impossible where it stands makes the whole tree invalid. */
export function replay(lines: readonly string[], tree: Tree): Replayed {
  const state: State = { ...tree, live: new Map(), cards: new Set() }
  if (lines.length === 0) throw new InvalidTree(0, 'The tree has no leaf.')
  lines.forEach((line, index) => {
    const fault = apply(state, parsed(line, index), index)
    if (fault) throw new InvalidTree(index, fault)
  })
  const entries = [...state.live.values()].sort((a, b) => a.number - b.number)
  const counts: Counts = { credit: 0, auto: 0, mail: 0, staff: 0 }
  for (const { by } of entries) counts[by]++
  const list = entries.filter(({ by }) => by !== 'staff').map(({ number, holder }) => ({ number, holder }))
  return { list, counts, live: new Map(entries.map(entry => [entry.number, entry])) }
}

function parsed(line: string, index: number): EntryLeaf {
  try {
    return parseEntryLeaf(line)
  } catch (error) {
    if (error instanceof InvalidLeaf) throw new InvalidTree(index, error.message)
    throw error
  }
}

/** Changes the state, or answers why the leaf is impossible. */
function apply(state: State, leaf: EntryLeaf, index: number): string | undefined {
  if ((index === 0) !== (leaf.kind === 'open')) return 'The first leaf, and no other, opens the tree.'
  switch (leaf.kind) {
    case 'open':
      if (leaf.giveaway !== state.giveaway) return 'The tree is of another giveaway.'
      if (leaf.createHash !== state.createHash) return 'The tree was opened under another text of the giveaway.'
      return
    case 'enter':
      return enter(state, leaf, index)
    case 'mail':
      return mail(state, leaf, index)
    case 'move':
      return move(state, leaf)
    case 'out':
      if (!state.live.delete(leaf.number)) return `Number ${leaf.number} is taken out, and was not in.`
      return
    case 'same':
      return merge(state, leaf)
  }
}

type Leaf<K extends EntryLeaf['kind']> = Extract<EntryLeaf, { kind: K }>

function enter({ live, slots }: State, { number, by, holder, mark }: Leaf<'enter'>, leaf: number): string | undefined {
  if (number > slots) return `Number ${number} is beyond the ${slots} numbers of the giveaway.`
  if (live.has(number)) return `Number ${number} is entered, and was taken already.`
  live.set(number, { number, by, holder, mark, leaf })
}

function mail({ live, slots, cards }: State, leaf: Leaf<'mail'>, index: number): string | undefined {
  const { number, holder, mark, card } = leaf
  // Numbers of cards are never used again, also after an entry was taken out.
  if (number !== slots + cards.size + 1) return `A card has number ${number}; the next is ${slots + cards.size + 1}.`
  if (cards.has(card)) return `Card ${card} is entered twice.`
  cards.add(card)
  live.set(number, { number, by: 'mail', holder, mark, leaf: index })
}

function move({ live, slots }: State, { from, to, mark }: Leaf<'move'>): string | undefined {
  const entry = live.get(from)
  if (!entry || entry.by === 'mail') return `Number ${from} is moved, and no number of the giveaway that was taken.`
  if (to > slots) return `Number ${to} is beyond the ${slots} numbers of the giveaway.`
  if (live.has(to)) return `Number ${from} is moved to ${to}, which was taken already.`
  live.delete(from)
  live.set(to, { ...entry, number: to, mark })
}

/** A holder whose entries were all taken out may be merged too. */
function merge({ live }: State, { holder, successor }: Leaf<'same'>): string | undefined {
  if (holder === successor) return 'A holder is named the same as itself.'
  for (const entry of live.values()) if (entry.holder === holder) entry.holder = successor
}

/** The text whose hash the manifest has. */
export function listText(giveaway: string, list: readonly ListedEntry[]): string {
  return [`redoubt/list/2 ${giveaway}\n`, ...list.map(({ number, holder }) => `${number} ${holder}\n`)].join('')
}

export const listHash = (giveaway: string, list: readonly ListedEntry[]): string => sha256Hex(listText(giveaway, list))
