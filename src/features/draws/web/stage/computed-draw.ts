import { parseBundle } from '@redoubt/draw/bundle.ts'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { type Replayed, replay } from '@redoubt/draw/entries/replay.ts'
import { parseDrawn, parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { drawKey, drawSteps } from '@redoubt/draw/round/order.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { type DrawShow, showOf } from './draw-show.ts'

export type Check = { isRight: boolean; sentence: string }

/** A draw as this browser computed it from its bundle; `show` is undefined when a check fails. `chain` is the beacon's name in the bundle. */
export type ComputedDraw = { checks: Check[]; show: DrawShow | undefined; chain: string }

type Bundle = ReturnType<typeof parseBundle>

/** The numbers of a sealed list, without those of staff. */
export function sealedNumbersOf(text: string): number[] {
  const bundle = parseBundle(text)
  return listOf(bundle, bundle.freezes.at(-1)!.leaf).map(({ number }) => number)
}

/**
 * Verifies a bundle, with the signature of the round, and computes the draw from it. The computation takes the shop's word for nothing.
 * @param size places that the wall shows.
 * @returns undefined while the bundle is without the draw's line, which a checkpoint has within seconds.
 */
export function computeDraw(text: string, size: number): ComputedDraw | undefined {
  if (isBeforeDraw(text)) return undefined
  const verdict = verifyBundle(text)
  const checks = verdict.steps.map(({ ok, sentence }) => ({ isRight: ok, sentence }))
  if (!verdict.ok) return { checks, show: undefined, chain: '' }
  const bundle = parseBundle(text)
  const { manifest: manifestHash, signature } = parseDrawn(bundle.drawn!.leaf)
  const manifest = bundle.freezes.map(({ leaf }) => leaf).find(leaf => sha256Hex(leaf) === manifestHash)!
  const list = listOf(bundle, manifest)
  const exchanges: number[] = []
  for (const { step, from } of drawSteps(drawKey(manifest, parseFreeze(manifest).seed, signature), list)) {
    if (step >= size) break
    exchanges.push(from)
  }
  const numbers = list.map(({ number }) => number)
  return { checks, show: showOf(numbers, exchanges), chain: bundle.beacon.chain }
}

/** An altered bundle is for the checks, which name what is wrong with it. */
function isBeforeDraw(text: string): boolean {
  try {
    return parseBundle(text).drawn === null
  } catch {
    return false
  }
}

function listOf({ entries, slots }: Bundle, manifest: string): Replayed['list'] {
  const { giveaway, create, tree } = parseFreeze(manifest)
  return replay(entries.split('\n').slice(0, tree.size), { giveaway, slots, createHash: create }).list
}
