import { hexOf, utf8 } from '../../src/bytes.ts'
import { listHash, replay } from '../../src/entries/replay.ts'
import { leafHash, treeRoot } from '../../src/log/merkle.ts'
import { drawKey, drawOrder, placesOf } from '../../src/round/order.ts'

/** An entry tree with a manifest, a seed and a signature, whose order three implementations must agree on. */
export type Log = {
  lines: string[]
  giveaway: string
  create: string
  slots: number
  manifest: string
  seed: string
  signature: string
}
export type OfLog = { root: string; listHash: string; order: number[]; places: number[]; winner: number | null }

export function ofLog({ lines, giveaway, create, slots, manifest, seed, signature }: Log): OfLog {
  const { list } = replay(lines, { giveaway, slots, createHash: create })
  const order = drawOrder(drawKey(manifest, seed, signature), list)
  const places = placesOf(order)
  return {
    root: hexOf(treeRoot(lines.map(line => leafHash(utf8(line))))),
    listHash: listHash(giveaway, list),
    order: order.map(({ number }) => number),
    places,
    winner: places[0] ?? null,
  }
}
