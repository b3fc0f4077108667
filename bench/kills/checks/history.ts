import { hexOf, sha256Hex, utf8 } from '@redoubt/draw/bytes.ts'
import { parseCheckpoint } from '@redoubt/draw/log/checkpoint.ts'
import { parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { appendHash, EMPTY_FRONTIER, type Frontier, leafHash, rootOf } from '@redoubt/draw/log/merkle.ts'
import { parseNote, verifyNote } from '@redoubt/draw/log/note.ts'
import type { PoolClient } from 'pg'
import { Broken } from '../client.ts'
import type { ShopUnderTest } from '../rig.ts'

/** What an outside monitor of the log remembers: the root of each size that it has seen signed. */
export type Monitor = Map<number, string>

/** What the shop serves and what the witnesses remember, on the server that is not killed. */
export type Outside = { checkpoints: string[]; witnessed: string[]; logKey: string }

/** Reads it before the snapshot of the log, which must contain all of it. */
export async function readOutside(rig: ShopUnderTest): Promise<Outside> {
  const { logKey } = await rig.logKeys()
  const served = await fetch(`${rig.origin}/api/log/checkpoint`)
  const { rows } = await rig.provider.query<{ note: string }>(
    `select checkpoint->>'note' as note from witness_sandbox.log where checkpoint is not null`,
  )
  const { rows: evidence } = await rig.provider.query<{ kind: string; submitted: string }>(
    `select record->>'kind' as kind, record->>'submitted' as submitted from witness_sandbox.evidence`,
  )
  // A late request is no fork, if its checkpoint is a state of the log.
  const forks = evidence.filter(({ kind }) => kind !== 'older')
  if (forks.length > 0) throw new Broken(`A witness has evidence of a fork: ${JSON.stringify(forks)}`)
  const witnessed = [...rows.map(row => row.note), ...evidence.map(({ submitted }) => submitted)]
  return { checkpoints: served.ok ? [await served.text()] : [], witnessed, logKey }
}

type Leaf = { index: number; kind: string; giveaway: string | null; leaf: string; hash: Uint8Array }
type Freeze = { giveaway: string; slip: number; manifest: string; index: number }
type Drawn = { giveaway: string; index: number; manifest: string }

/**
 * Checks that the log is one history: every checkpoint so far, of the shop, of the witnesses and of the monitor, is a state of the leaves
 * that the log has now. Each freeze and each result is one leaf. @returns its faults.
 */
export async function historyFaults(
  client: PoolClient,
  { checkpoints, witnessed, logKey }: Outside,
  monitor: Monitor,
): Promise<string[]> {
  const { rows: leaves } = await client.query<Leaf>(
    'select index, kind, giveaway_id as giveaway, leaf, hash from shop_log order by index',
  )
  const roots = [hexOf(rootOf(EMPTY_FRONTIER))]
  let frontier: Frontier = EMPTY_FRONTIER
  for (const { index, leaf, hash } of leaves) {
    const own = leafHash(utf8(leaf))
    if (index !== frontier.size || hexOf(hash) !== hexOf(own)) return [`log: leaf ${index} has another index or hash`]
    frontier = appendHash(frontier, own)
    roots.push(hexOf(rootOf(frontier)))
  }
  const { rows: trees } = await client.query<{ size: number; root: Uint8Array }>('select size, root from shop_log_tree')
  const isTree = trees[0]!.size === leaves.length && hexOf(trees[0]!.root) === roots.at(-1)
  return [
    ...(isTree ? [] : ['log: the tree is not the one of its leaves']),
    ...(await checkpointFaults(client, [...checkpoints, ...witnessed], { roots, monitor, logKey })),
    ...(await conflictFaults(client)),
    ...(await drawFaults(client, leaves)),
  ]
}

type Known = { roots: string[]; monitor: Monitor; logKey: string }

async function checkpointFaults(client: PoolClient, outside: string[], { roots, monitor, logKey }: Known) {
  const { rows } = await client.query<{ note: string }>('select note from log_checkpoint')
  for (const note of [...rows.map(row => row.note), ...outside]) {
    const { size, root } = parseCheckpoint(parseNote(note).body)
    const known = monitor.get(size)
    if (known !== undefined && known !== hexOf(root)) return [`log: size ${size} was signed with two roots`]
    if (known === undefined && !verifyNote(note, logKey)) return [`log: the checkpoint of ${size} is not signed`]
    monitor.set(size, hexOf(root))
  }
  const lost = [...monitor].filter(([size, root]) => roots[size] !== root)
  return lost.map(([size]) => `log: the leaves have not the root that was signed for size ${size}`)
}

async function conflictFaults(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ witness: string }>('select witness from log_conflict')
  return rows.map(({ witness }) => `log: conflict with ${witness}`)
}

async function drawFaults(client: PoolClient, leaves: Leaf[]): Promise<string[]> {
  const { rows: freezes } = await client.query<Freeze>(
    'select giveaway_id as giveaway, slip, manifest, log_index as index from draw_freeze order by giveaway_id, slip',
  )
  const { rows: draws } = await client.query<Drawn>(
    'select giveaway_id as giveaway, log_index as index, manifest_hash as manifest from draw',
  )
  const faults: string[] = []
  for (const [giveaway, own] of Map.groupBy(freezes, freeze => freeze.giveaway)) {
    const logged = leaves.filter(leaf => leaf.kind === 'freeze' && leaf.giveaway === giveaway)
    const isEach = own.every(({ slip, index, manifest }, place) => slip === place && leaves[index]?.leaf === manifest)
    if (!isEach || logged.length !== own.length) faults.push(`freeze of ${giveaway}: the log has another one`)
    if (new Set(own.map(({ manifest }) => listOf(manifest))).size > 1) faults.push(`freeze of ${giveaway}: two lists`)
  }
  for (const { giveaway, index, manifest } of draws) {
    const logged = leaves.filter(leaf => leaf.kind === 'drawn' && leaf.giveaway === giveaway)
    if (logged.length !== 1 || logged[0]!.index !== index) faults.push(`draw of ${giveaway}: ${logged.length} results`)
    const isOwn = freezes.some(freeze => freeze.giveaway === giveaway && sha256Hex(freeze.manifest) === manifest)
    if (!isOwn) faults.push(`draw of ${giveaway}: of another freeze`)
  }
  const known = new Set([...freezes, ...draws].map(({ index }) => index))
  const stray = leaves.filter(({ kind, index }) => (kind === 'freeze' || kind === 'drawn') && !known.has(index))
  return [...faults, ...stray.map(({ index, kind }) => `log: leaf ${index}, ${kind}, has no row`)]
}

/** A slip changes the round and its time alone. */
function listOf(manifest: string): string {
  const { round: _, time: __, ...list } = parseFreeze(manifest)
  return JSON.stringify(list)
}
