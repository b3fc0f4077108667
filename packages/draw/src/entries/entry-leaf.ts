import { bytesOfHex, concat, hexOf, sha256, utf8 } from '../bytes.ts'

/** The leaves of a giveaway's entry tree: a line of ASCII each, without a line feed. Moments are in milliseconds. */
export type EnterKind = 'credit' | 'auto' | 'staff'
export type OutReason = 'staff' | 'left' | 'forfeit' | 'cancelled'
export type EntryLeaf =
  | { kind: 'open'; giveaway: string; createHash: string }
  | { kind: 'enter'; at: number; number: number; by: EnterKind; holder: string; mark: string }
  | { kind: 'mail'; at: number; number: number; holder: string; mark: string; received: string; card: number }
  | { kind: 'move'; at: number; from: number; to: number; mark: string }
  | { kind: 'out'; at: number; number: number; reason: OutReason }
  | { kind: 'same'; at: number; holder: string; successor: string }

export class InvalidLeaf extends Error {}

const KINDS: readonly string[] = ['credit', 'auto', 'staff'] satisfies EnterKind[]
const REASONS: readonly string[] = ['staff', 'left', 'forfeit', 'cancelled'] satisfies OutReason[]
/** Holders and marks are the first 16 bytes of their hash. */
const SHORT = 16

const shortHash = (...parts: Uint8Array[]) => hexOf(sha256(concat(...parts)).slice(0, SHORT))

/** The holder of an entry, as every reader with the secret computes it. */
export function holderOf(giveaway: string, secretHex: string): string {
  return shortHash(utf8(`redoubt/holder/2\n${giveaway}\n`), bytesOfHex(secretHex))
}

/** The mark of a nonce of 16 bytes that the browser keeps. */
export function markOf(nonceHex: string): string {
  const nonce = bytesOfHex(nonceHex)
  if (nonce.length !== SHORT) throw new RangeError('A nonce has 16 bytes.')
  return shortHash(utf8('redoubt/mark/2\n'), nonce)
}

/** The nonce of a card: it binds the scan, and the salt keeps the scan from being guessed. */
export function cardNonce(salt: Uint8Array, scan: Uint8Array): string {
  return shortHash(salt, scan)
}

export function formatEntryLeaf(leaf: EntryLeaf): string {
  const line = fieldsOf(leaf).join(' ')
  parseEntryLeaf(line)
  return line
}

function fieldsOf(leaf: EntryLeaf): (string | number)[] {
  switch (leaf.kind) {
    case 'open':
      return ['open', leaf.giveaway, leaf.createHash]
    case 'enter':
      return ['enter', leaf.at, leaf.number, leaf.by, leaf.holder, leaf.mark]
    case 'mail':
      return ['mail', leaf.at, leaf.number, leaf.holder, leaf.mark, leaf.received, leaf.card]
    case 'move':
      return ['move', leaf.at, leaf.from, leaf.to, leaf.mark]
    case 'out':
      return ['out', leaf.at, leaf.number, leaf.reason]
    case 'same':
      return ['same', leaf.at, leaf.holder, leaf.successor]
  }
}

/** Accepts the one text of each leaf. Whether the leaf is possible in its tree is for `replay`. */
export function parseEntryLeaf(line: string): EntryLeaf {
  const [kind, ...fields] = line.split(' ')
  const length = { open: 2, enter: 5, mail: 6, move: 4, out: 3, same: 3 }[kind!]
  if (length === undefined || fields.length !== length) throw new InvalidLeaf('The leaf has another form.')
  const [first, second, third, fourth, fifth, sixth] = fields as [string, string, string, string, string, string]
  switch (kind) {
    case 'open':
      return { kind, giveaway: idOf(first), createHash: hexOfLength(second, 64) }
    case 'enter': {
      if (!KINDS.includes(third)) throw new InvalidLeaf('The leaf names another kind of entry.')
      const by = third as EnterKind
      return { kind, at: momentOf(first), number: numberOf(second), by, holder: short(fourth), mark: short(fifth) }
    }
    case 'mail': {
      const [at, number, card] = [momentOf(first), numberOf(second), numberOf(sixth)]
      return { kind, at, number, holder: short(third), mark: short(fourth), received: dayOf(fifth), card }
    }
    case 'move':
      return { kind, at: momentOf(first), from: numberOf(second), to: numberOf(third), mark: short(fourth) }
    case 'out': {
      if (!REASONS.includes(third)) throw new InvalidLeaf('The leaf names another reason.')
      return { kind, at: momentOf(first), number: numberOf(second), reason: third as OutReason }
    }
    default:
      return { kind: 'same', at: momentOf(first), holder: short(second), successor: short(third) }
  }
}

/** Any word without spaces; the shop uses UUIDs. */
function idOf(text: string): string {
  if (!/^[\x21-\x7e]{1,100}$/.test(text)) throw new InvalidLeaf('The leaf names no giveaway.')
  return text
}

function hexOfLength(text: string, length: number): string {
  if (text.length !== length || /[^0-9a-f]/.test(text)) throw new InvalidLeaf('A hash of the leaf has another form.')
  return text
}

const short = (text: string) => hexOfLength(text, SHORT * 2)

function momentOf(text: string): number {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw new InvalidLeaf('The moment of the leaf is no whole number.')
  return Number(text)
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidLeaf('A number of the leaf is no whole number from 1.')
  return Number(text)
}

function dayOf(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  if (!day || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text)
    throw new InvalidLeaf('The leaf names no day.')
  return text
}
