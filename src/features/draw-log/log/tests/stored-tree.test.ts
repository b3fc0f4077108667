import { hexOf, utf8 } from '@redoubt/draw/bytes.ts'
import { consistencyProof, inclusionProof, leafHash, treeRoot } from '@redoubt/draw/log/merkle.ts'
import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { readConsistency, readInclusion, rootAt, type StoredTree, storeBlocks } from '../stored-tree.server.ts'

const shop = await testShop()

const hashes = Array.from({ length: 1600 }, (_, index) => leafHash(utf8(`leaf ${index}`)))
const tree: StoredTree = {
  id: '00000000-0000-7000-8000-000000000001',
  hashes: async (_ctx, from, to) => hashes.slice(from, to),
}

it('proofs from blocks are those of the whole tree, at all sizes around a block', async () => {
  // In steps, as a tree grows.
  for (let size = 0; size < 1600; size += 100) await storeBlocks(shop.system, tree, size, size + 100)
  const sizes = [1, 255, 256, 257, 513, 1024, 1281, 1600]
  for (const size of sizes) {
    const leaves = hashes.slice(0, size)
    expect(hexOf(await rootAt(shop.system, tree, size))).toBe(hexOf(treeRoot(leaves)))
    for (const index of [0, 1, 254, 255, 256, 300, 511, 512, 1000, 1024, size - 1].filter(index => index < size))
      expect((await readInclusion(shop.system, tree, { index, size })).map(hexOf)).toEqual(
        inclusionProof(leaves, index).map(hexOf),
      )
    for (const oldSize of [0, 1, 2, 5, 64, 128, 255, 256, 257, 320, 384, 400, 512, 640, 1024, 1026, 1280, size].filter(
      old => old <= size,
    ))
      expect((await readConsistency(shop.system, tree, { oldSize, size })).map(hexOf), `${oldSize} to ${size}`).toEqual(
        consistencyProof(leaves, oldSize).map(hexOf),
      )
  }
})
