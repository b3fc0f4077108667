import { concat, utf8 } from '@redoubt/draw/bytes.ts'
import { treeRoot } from '@redoubt/draw/log/merkle.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import type { Storage } from '#kernel/ports/storage.ts'
import { LOG_TREE, listLeavesOfLog } from './log-tree.server.ts'
import { BLOCK, listBlockRoots } from './stored-tree.server.ts'

/** Tiles of the shop's log in storage (c2sp.org/tlog-tiles), with the last checkpoint that they belong to. */
const FOLDER = 'log'
const CHECKPOINT = `${FOLDER}/checkpoint`
const BYTES = 'application/octet-stream'
const TEXT = 'text/plain; charset=utf-8'

export type TilePath = { level: number | 'entries'; index: number; width: number }

/** `tile/1/x001/234.p/5`: groups of three digits, and the width of a tile that is not full. */
export function tilePath({ level, index, width }: TilePath): string {
  const groups = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)!
  const name = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${name}${width < BLOCK ? `.p/${width}` : ''}`
}

export const readTile = async ({ storage }: { storage: Storage }, path: string): Promise<Uint8Array | undefined> =>
  (await storage.get(`${FOLDER}/${path}`))?.body

export const readPublished = async ({ storage }: { storage: Storage }): Promise<string | undefined> => {
  const file = await storage.get(CHECKPOINT)
  return file && Buffer.from(file.body).toString('utf8')
}

export const writePublished = ({ storage }: { storage: Storage }, note: string): Promise<void> =>
  storage.put(CHECKPOINT, utf8(note), TEXT)

/** Writes all tiles that the log's growth from `oldSize` to `size` made or widened. Tiles never change, so that repeated writes are equal. */
export async function writeTiles(ctx: Context, oldSize: number, size: number): Promise<void> {
  for (const tile of widened(oldSize, size)) {
    await writeTile(ctx, { ...tile, level: 'entries' }, await entriesOf(ctx, tile))
    await writeTile(ctx, { ...tile, level: 0 }, concat(...(await LOG_TREE.hashes(ctx, ...spanOf(tile)))))
  }
  if (size < BLOCK) return
  let hashes = (await listBlockRoots(ctx, LOG_TREE, size - (size % BLOCK))) as Uint8Array[]
  for (let level = 1, before = Math.floor(oldSize / BLOCK); hashes.length > 0; level++) {
    for (const tile of widened(before, hashes.length))
      await writeTile(ctx, { ...tile, level }, concat(...hashes.slice(...spanOf(tile))))
    hashes = Array.from({ length: Math.floor(hashes.length / BLOCK) }, (_, block) =>
      treeRoot(hashes.slice(block * BLOCK, (block + 1) * BLOCK)),
    )
    before = Math.floor(before / BLOCK)
  }
}

const writeTile = ({ storage }: Context, tile: TilePath, body: Uint8Array): Promise<void> =>
  storage.put(`${FOLDER}/${tilePath(tile)}`, body, BYTES)

type Tile = { index: number; width: number }

const spanOf = ({ index, width }: Tile): [number, number] => [index * BLOCK, index * BLOCK + width]

/** Tiles of a level that grew from `before` to `after` hashes. */
function widened(before: number, after: number): Tile[] {
  if (before === after) return []
  const first = Math.floor(before / BLOCK)
  const last = Math.floor((after - 1) / BLOCK)
  return Array.from({ length: last - first + 1 }, (_, place) => ({
    index: first + place,
    width: Math.min(BLOCK, after - (first + place) * BLOCK),
  }))
}

/** The texts of the leaves, each after its length in two bytes. */
async function entriesOf(ctx: DataContext, tile: Tile): Promise<Uint8Array> {
  const rows = await listLeavesOfLog(ctx, ...spanOf(tile))
    .select('leaf')
    .execute()
  return concat(...rows.flatMap(({ leaf }) => [lengthOf(utf8(leaf)), utf8(leaf)]))
}

function lengthOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0xffff) throw new Error('A leaf of the log is longer than 65,535 bytes.')
  return Uint8Array.of(bytes.length >> 8, bytes.length & 0xff)
}

/** The leaves `from` to `to` (exclusive) of a stored log of `size` leaves. @throws when a tile is missing or has another length. */
export async function storedLeaves(ctx: Context, { from, to, size }: { from: number; to: number; size: number }) {
  const leaves: string[] = []
  for (let index = Math.floor(from / BLOCK); index * BLOCK < to; index++) {
    const width = Math.min(BLOCK, size - index * BLOCK)
    const path = tilePath({ level: 'entries', index, width })
    const tile = await readTile(ctx, path)
    const texts = tile ? textsOf(tile) : []
    if (texts.length !== width) throw new Error(`The storage lacks ${path} of the log.`)
    leaves.push(...texts.slice(Math.max(0, from - index * BLOCK), to - index * BLOCK))
  }
  return leaves
}

function textsOf(tile: Uint8Array): string[] {
  const bytes = Buffer.from(tile)
  const texts: string[] = []
  for (let at = 0; at + 2 <= bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at)
    texts.push(bytes.toString('utf8', at + 2, end))
    at = end
  }
  return texts
}
