import { consistencyProof, type Frontier, inclusionProof, rootOf, treeRoot } from '@redoubt/draw/log/merkle.ts'
import type { DataContext } from '#kernel/context.ts'

/** A tree in the database: the id of its blocks, and the hashes of the leaves `from` to `to` (exclusive). */
export type StoredTree = {
  id: string
  hashes: (ctx: DataContext, from: number, to: number) => Promise<Uint8Array[]>
}

/** Leaves of a block, and hashes of a tile (c2sp.org/tlog-tiles). */
export const BLOCK = 256

/** The columns of a tree's row. */
export const frontierColumns = (tree: Frontier) => ({
  size: tree.size,
  root: Buffer.from(rootOf(tree)),
  frontier: tree.hashes.map(hash => Buffer.from(hash)),
})

/** The root that the tree had at a size. */
export async function rootAt(ctx: DataContext, tree: StoredTree, size: number): Promise<Uint8Array> {
  return treeRoot(await listBlockRoots(ctx, tree, size))
}

/**
 * The proof that a leaf is in the tree of a size. A tree of more than one block splits at blocks first, so its proof is the one in the
 * block and then the one of the block.
 */
export async function readInclusion(
  ctx: DataContext,
  tree: StoredTree,
  { index, size }: { index: number; size: number },
): Promise<Uint8Array[]> {
  const block = Math.floor(index / BLOCK)
  const roots = await listBlockRoots(ctx, tree, size)
  const leaves = await tree.hashes(ctx, block * BLOCK, Math.min(size, (block + 1) * BLOCK))
  return [...inclusionProof(leaves, index % BLOCK), ...inclusionProof(roots, block)]
}

/** The proof that the tree of a size continues the tree of an older size. */
export async function readConsistency(
  ctx: DataContext,
  tree: StoredTree,
  { oldSize, size }: { oldSize: number; size: number },
): Promise<Uint8Array[]> {
  if (oldSize === 0 || oldSize === size) return []
  const block = Math.floor(oldSize / BLOCK)
  const rest = oldSize % BLOCK
  const roots = await listBlockRoots(ctx, tree, size)
  if (rest === 0) return consistencyProof(roots, block)
  const leaves = await tree.hashes(ctx, block * BLOCK, Math.min(size, (block + 1) * BLOCK))
  const inside = consistencyProof(leaves, rest)
  // The reader knows the old root, which is a root inside of the first block only.
  const isAtEdge = rest === leaves.length || Number.isInteger(Math.log2(rest))
  const known = block > 0 && isAtEdge ? [treeRoot(leaves.slice(0, rest))] : []
  return [...known, ...inside, ...inclusionProof(roots, block)]
}

/** The roots of all blocks of a size; the last block may be incomplete. */
export async function listBlockRoots(ctx: DataContext, tree: StoredTree, size: number): Promise<Uint8Array[]> {
  const complete = Math.floor(size / BLOCK)
  const rows = await ctx.db
    .selectFrom('tree_block')
    .select('root')
    .where('tree_id', '=', tree.id)
    .where('index', '<', complete)
    .orderBy('index')
    .execute()
  if (rows.length !== complete) throw new Error(`Tree ${tree.id} lacks roots of blocks.`)
  const roots: Uint8Array[] = rows.map(row => row.root)
  if (size % BLOCK > 0) roots.push(treeRoot(await tree.hashes(ctx, complete * BLOCK, size)))
  return roots
}

/** Stores the roots of blocks that leaves from `oldSize` on completed. */
export async function storeBlocks(ctx: DataContext, tree: StoredTree, oldSize: number, size: number): Promise<void> {
  const from = Math.floor(oldSize / BLOCK)
  const to = Math.floor(size / BLOCK)
  if (from === to) return
  const hashes = await tree.hashes(ctx, from * BLOCK, to * BLOCK)
  const blocks = Array.from({ length: to - from }, (_, block) => ({
    tree_id: tree.id,
    index: from + block,
    root: Buffer.from(treeRoot(hashes.slice(block * BLOCK, (block + 1) * BLOCK))),
  }))
  await ctx.db.insertInto('tree_block').values(blocks).execute()
}
