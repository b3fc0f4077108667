import { concat, isSame, sha256 } from '../bytes.ts'

/** RFC 6962, section 2.1. The prefixes keep a node from being read as a leaf. */
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)
const HASH_LENGTH = 32
const EMPTY_ROOT = sha256(new Uint8Array())

/** Roots of the complete subtrees of a tree, the largest first: all that the next leaf needs. */
export type Frontier = { size: number; hashes: Uint8Array[] }

export const EMPTY_FRONTIER: Frontier = { size: 0, hashes: [] }

export const leafHash = (data: Uint8Array): Uint8Array => sha256(concat(LEAF, data))
export const nodeHash = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(concat(NODE, left, right))

export function appendHash(frontier: Frontier, leaf: Uint8Array): Frontier {
  const hashes = [...frontier.hashes, leaf]
  // Each trailing one bit of the size is a subtree as large as the new one.
  for (let size = frontier.size; size % 2 === 1; size = (size - 1) / 2) {
    const right = hashes.pop()!
    hashes.push(nodeHash(hashes.pop()!, right))
  }
  return { size: frontier.size + 1, hashes }
}

export function rootOf({ hashes }: Frontier): Uint8Array {
  if (hashes.length === 0) return EMPTY_ROOT
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

export const treeRoot = (leafHashes: readonly Uint8Array[]): Uint8Array => rangeRoot(leafHashes, 0, leafHashes.length)

/** The proof that the leaf `index` is in the tree, from the leaf up. */
export function inclusionProof(leafHashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!isCount(index) || index >= leafHashes.length) throw new RangeError('The tree has no such leaf.')
  const proof: Uint8Array[] = []
  let from = 0
  let to = leafHashes.length
  while (to - from > 1) {
    const middle = from + splitOf(to - from)
    if (index < middle) {
      proof.unshift(rangeRoot(leafHashes, middle, to))
      to = middle
    } else {
      proof.unshift(rangeRoot(leafHashes, from, middle))
      from = middle
    }
  }
  return proof
}

type Inclusion = { index: number; size: number; leafHash: Uint8Array; proof: readonly Uint8Array[]; root: Uint8Array }

/** RFC 9162, section 2.1.3.2. */
export function verifyInclusion({ index, size, leafHash, proof, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(size) || index >= size) return false
  if (![leafHash, root, ...proof].every(isHash)) return false
  let position = index
  let last = size - 1
  let hash = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash)
      while (position % 2 === 0 && position !== 0) {
        position /= 2
        last = Math.floor(last / 2)
      }
    } else {
      hash = nodeHash(hash, sibling)
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && isSame(hash, root)
}

/** The proof that the first `oldSize` leaves were not changed. Empty from size 0, and from the size itself. */
export function consistencyProof(leafHashes: readonly Uint8Array[], oldSize: number): Uint8Array[] {
  if (!isCount(oldSize) || oldSize > leafHashes.length) throw new RangeError('The tree never had this size.')
  if (oldSize === 0 || oldSize === leafHashes.length) return []
  const proof: Uint8Array[] = []
  let from = 0
  let to = leafHashes.length
  while (to !== oldSize) {
    const middle = from + splitOf(to - from)
    if (oldSize <= middle) {
      proof.unshift(rangeRoot(leafHashes, middle, to))
      to = middle
    } else {
      proof.unshift(rangeRoot(leafHashes, from, middle))
      from = middle
    }
  }
  // A complete subtree at the left edge is the old root itself, which the reader has.
  return from === 0 ? proof : [rangeRoot(leafHashes, from, to), ...proof]
}

type Consistency = {
  oldSize: number
  oldRoot: Uint8Array
  size: number
  root: Uint8Array
  proof: readonly Uint8Array[]
}

/** RFC 9162, section 2.1.4.2. Every tree continues the empty one. */
export function verifyConsistency({ oldSize, oldRoot, size, root, proof }: Consistency): boolean {
  if (!isCount(oldSize) || !isCount(size) || oldSize > size) return false
  if (![oldRoot, root, ...proof].every(isHash)) return false
  if (oldSize === size) return proof.length === 0 && isSame(oldRoot, root) && (size > 0 || isSame(root, EMPTY_ROOT))
  if (oldSize === 0) return proof.length === 0 && isSame(oldRoot, EMPTY_ROOT)
  const path = isPowerOfTwo(oldSize) ? [oldRoot, ...proof] : proof
  if (path.length === 0) return false
  let position = oldSize - 1
  let last = size - 1
  while (position % 2 === 1) {
    position = (position - 1) / 2
    last = Math.floor(last / 2)
  }
  let before = path[0]!
  let after = path[0]!
  for (const hash of path.slice(1)) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      before = nodeHash(hash, before)
      after = nodeHash(hash, after)
      while (position % 2 === 0 && position !== 0) {
        position /= 2
        last = Math.floor(last / 2)
      }
    } else {
      after = nodeHash(after, hash)
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && isSame(before, oldRoot) && isSame(after, root)
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const isHash = (value: Uint8Array) => value instanceof Uint8Array && value.length === HASH_LENGTH
const isPowerOfTwo = (value: number) => splitOf(value * 2) === value

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function rangeRoot(leafHashes: readonly Uint8Array[], from: number, to: number): Uint8Array {
  let frontier = EMPTY_FRONTIER
  for (let index = from; index < to; index++) frontier = appendHash(frontier, leafHashes[index]!)
  return rootOf(frontier)
}
