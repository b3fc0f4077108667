import { randomBytes } from 'node:crypto'
import { formatBundle } from '@redoubt/draw/bundle.ts'
import { hexOf, sha256Hex, utf8 } from '@redoubt/draw/bytes.ts'
import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { listHash, replay } from '@redoubt/draw/entries/replay.ts'
import { type Freeze, formatDrawn, formatFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { appendHash, EMPTY_FRONTIER, leafHash, rootOf, treeRoot } from '@redoubt/draw/log/merkle.ts'
import { drawKey, drawOrder, placesOf } from '@redoubt/draw/round/order.ts'
import { type KeptReceipt, type VerifyOptions, verifyBundle } from '@redoubt/draw/verify.ts'
import pg from 'pg'
import { expect } from 'vitest'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { publishLog } from '#features/draw-log/log/commands/publish-log.server.ts'
import { readLogOrigin } from '#features/draw-log/log/queries/log-keys.server.ts'
import { openSeed } from '#features/draw-log/tree/commands/giveaway-seeds.server.ts'
import { findCreateLeaf } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { drainTree } from '#features/draw-log/tree/commands/sequence-entries.server.ts'
import { roundFrom } from '#features/giveaways/giveaway/commands/round-from.server.ts'
import { type GivingShop, openGivingShop } from '#features/giveaways/testing/giving.ts'
import { transact } from '#kernel/transaction.server.ts'
import { closeAfter } from '#platform/testing/close-after.ts'
import { openEmptyDatabase } from '#platform/testing/database.ts'
import { selectWinner } from '../../commands/select-winner.server.ts'
import { tendDraws } from '../../commands/tend-draws.server.ts'
import { readBundle } from '../../queries/bundle.server.ts'

/*
 * The attack table of the draw's design, by row: 1 rounds (a known round; the odds of choices are in grinding.test.ts), 2 and 3 frozen-list,
 * 4 cards, 5 rounds, 6 histories, 7 and 8 entrants, 9 places, 10 cards, 11 rounds, 12 histories, 13 entrants, 14 cards, 15 rounds and
 * histories, 16 cards, 17 rounds. Without a script: a card that was lost before its number was written (row 10), because nothing in the
 * shop knows of it, and insiders of the beacon who read the secret number too (row 17), which the design accepts.
 */

export type Victim = { userId: string; kept: KeptReceipt; numbers: number[] }
/** A giveaway with nine entries, by its id. */
export type Scene = { id: string; title: string; victims: Victim[] }
type Named = Pick<Scene, 'id'>
type Sql = (text: string, values?: unknown[]) => Promise<Record<string, never>[]>

/** The first step that fails, or null. */
export function failedStep(bundle: string, options: VerifyOptions = {}): number | null {
  const { ok, steps } = verifyBundle(bundle, { stopsEarly: true, ...options })
  const step = steps.find(step => !step.ok)?.step ?? null
  expect(ok).toBe(step === null)
  return step
}

/**
 * A shop whose owner is the adversary. His are the database with a superuser's rights, the process with its keys, and the storage. Not his
 * are the witnesses, whose database lies elsewhere, and the rounds to come.
 */
export async function openAttackedShop() {
  const outside = await openEmptyDatabase()
  closeAfter(outside.close)
  const giving = await openGivingShop({ env: { SANDBOX_DATABASE_URL: outside.url, SEED: 'off' } })
  const { shop } = giving
  const superuser = await connectSuperuser(shop.database.url)
  closeAfter(superuser.disconnect)
  const scenes = await scenesOf(giving)
  return {
    ...giving,
    ...scenes,
    ...superuser,
    ...forgeriesOf(giving, superuser.sql),
    /** A round of the beacon. Null before its time. */
    signatureOf: async (round: number) => (await shop.system.beacon.round(round))?.signature ?? null,
    witnessDatabase: outside,
  }
}

async function connectSuperuser(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  // Triggers that keep rows unchanged do not run in this session.
  await client.query('set session_replication_role = replica')
  const sql: Sql = async (text, values = []) => (await client.query(text, values)).rows
  return {
    sql,
    disconnect: () => client.end(),
    /** Acts on changed tables, and puts them back as they were. */
    async during<T>(tables: string[], change: () => Promise<unknown>, act: () => Promise<T>): Promise<T> {
      for (const table of tables) await sql(`create table stolen_${table} as table ${table}`)
      try {
        await change()
        return await act()
      } finally {
        for (const table of tables)
          await client.query(
            `delete from ${table}; insert into ${table} table stolen_${table}; drop table stolen_${table}`,
          )
      }
    },
  }
}

async function scenesOf(giving: GivingShop) {
  const { shop } = giving
  const { system } = shop
  const people = await Promise.all([1, 2, 3].map(() => shop.addUser({ credits: { Bronze: 120 } })))

  /** A giveaway with three entries of each of three people, who keep their receipts. */
  async function entered(title: string): Promise<Scene> {
    const { id } = await giving.addGiveaway({ title, totalSlots: 40 })
    // Witnesses see the giveaway before its first entry.
    await tendDraws(system)
    const victims: Victim[] = []
    for (const [place, person] of people.entries()) {
      const numbers = [1, 2, 3].map(number => 3 * place + number)
      const nonces = numbers.map(() => randomBytes(16).toString('hex'))
      const answer = await giving.enter({ id }, person, { slots: numbers, marks: nonces.map(markOf) })
      expect(answer.status, answer.text).toBe(200)
      const { receipt, receiptKey: vkey, holderSecret } = answer.json
      victims.push({ userId: person.userId, kept: { receipt, vkey, holderSecret, nonces }, numbers })
    }
    return { id, title, victims }
  }

  /** Freezes the list, and has it witnessed. `drawsAt` is the moment of the round. */
  async function freeze({ id: giveawayId, title }: Scene) {
    const selected = await selectWinner(system, { giveawayId, method: 'random', title, reason: 'A test' })
    await tendDraws(system)
    return (selected as { frozen: { round: number; drawsAt: Date } }).frozen
  }

  async function frozen(title: string) {
    const scene = await entered(title)
    return { ...scene, ...(await freeze(scene)) }
  }

  async function drawn(title: string) {
    const scene = await frozen(title)
    shop.clock.set(scene.drawsAt)
    await tendDraws(system)
    return scene
  }

  /** What the shop publishes at `draw.json` once its process was started again: a running one answers from its memory. */
  const published = async ({ id }: Named): Promise<string> => formatBundle(await readBundle(system, id))

  return { people, entered, freeze, frozen, drawn, published }
}

/** Writes that the shop's own code refuses or never makes. */
function forgeriesOf({ shop: { system, clock } }: GivingShop, sql: Sql) {
  const log = (kind: string, giveawayId: string, text: string) =>
    transact(system, tx => appendToLog(tx, { kind, giveawayId, text }))

  const linesOf = async ({ id }: Named): Promise<string[]> => {
    const rows = await sql('select leaf from draw_leaf where giveaway_id = $1 order by index', [id])
    return rows.map(({ leaf }) => leaf!)
  }

  /** Writes a whole entry tree into the database, and has the shop publish all of it. */
  async function writeTree({ id }: Named, lines: readonly string[]): Promise<void> {
    const hashes = lines.map(line => leafHash(utf8(line)))
    const { size, hashes: frontier } = hashes.reduce(appendHash, EMPTY_FRONTIER)
    const root = rootOf({ size, hashes: frontier })
    await sql('delete from draw_leaf where giveaway_id = $1', [id])
    await sql(
      `insert into draw_leaf (giveaway_id, index, leaf, hash, created_at)
        select $1, place - 1, leaf, hash, now() from unnest($2::text[], $3::bytea[]) with ordinality as l (leaf, hash, place)`,
      [id, lines, hashes.map(hash => Buffer.from(hash))],
    )
    await sql('update draw_tree set size = $2, root = $3, frontier = $4 where giveaway_id = $1', [
      ...[id, size, Buffer.from(root), frontier.map(hash => Buffer.from(hash))],
    ])
    await sql(
      `update draw_freeze set manifest = regexp_replace(manifest, '\\ntree \\d+ ', E'\\ntree ' || $2 || ' ') where giveaway_id = $1`,
      [id, String(size)],
    )
  }

  /** The manifest that the shop would write now, so that the adversary may change it first. */
  async function manifestFor({ id }: Named): Promise<Freeze> {
    const waiting = await sql('select id from claim_event where giveaway_id = $1', [id])
    if (waiting.length > 0) await transact(system, tx => drainTree(tx, id))
    const lines = await linesOf({ id })
    const createHash = lines[0]!.split(' ')[2]!
    const { create } = (await findCreateLeaf(system, id))!
    const { list, counts } = replay(lines, { giveaway: id, slots: create.slots, createHash })
    const { commitment, beacon, gap, margin } = create
    return {
      ...{ log: await readLogOrigin(system), giveaway: id, create: createHash, ...counts },
      tree: { size: lines.length, root: hexOf(treeRoot(lines.map(line => leafHash(utf8(line))))) },
      list: { size: list.length, hash: listHash(id, list) },
      ...{ commitment, seed: await openSeed(system, id), beacon, gap, margin },
      ...(await roundFrom(system.beacon.chain, clock.now(), gap)),
    }
  }

  /** Seals a list with a manifest of the adversary's, has it witnessed, and calls it the only one. */
  async function seal({ id }: Named, manifest: Freeze): Promise<void> {
    const text = formatFreeze(manifest)
    const index = await log('freeze', id, text)
    await sql('delete from freeze_quorum where giveaway_id = $1', [id])
    await sql('delete from draw_freeze where giveaway_id = $1', [id])
    const now = clock.now()
    await sql(
      `insert into draw_freeze (giveaway_id, slip, manifest, log_index, round, draws_at, frozen_at, method, is_early)
        values ($1, 0, $2, $3, $4, to_timestamp($5), $6, 'automatic', false)`,
      [id, text, index, manifest.round, manifest.time, now],
    )
    await publishLog(system)
    const size = '(select max(size) from log_checkpoint)'
    await sql(`insert into freeze_quorum values ($1, 0, ${size}, $2)`, [id, now])
    await sql(`update giveaway set closed_at = $2, closed_reason = 'ended', freezes_at = $2 where id = $1`, [id, now])
  }

  /** Writes a result of a manifest and a signature, and has it witnessed. */
  async function writeDraw(
    { id }: Named,
    manifest: Freeze,
    signature: string,
    change = (places: number[]) => places,
  ): Promise<void> {
    const lines = (await linesOf({ id })).slice(0, manifest.tree.size)
    const { list } = replay(lines, { giveaway: id, slots: 40, createHash: manifest.create })
    const places = change(placesOf(drawOrder(drawKey(formatFreeze(manifest), manifest.seed, signature), list)))
    const [hash, round] = [sha256Hex(formatFreeze(manifest)), manifest.round]
    const index = await log('drawn', id, formatDrawn({ giveaway: id, manifest: hash, round, signature, places }))
    await sql('delete from draw where giveaway_id = $1', [id])
    await sql(
      `insert into draw (giveaway_id, drawn_at, drawn_by_role, method, is_early, algorithm, manifest_hash, round, signature, log_index,
          places, winner_slot, winner_entry_id, notify_by)
        select giveaway_id, $2, 'system', 'automatic', false, 'redoubt-draw-2', $3, $4, $5, $6, $7, slot_number, id, $2
        from giveaway_entry where giveaway_id = $1 and slot_number = $8 and removed_at is null`,
      [id, clock.now(), hash, round, signature, index, places, places[0]],
    )
    await publishLog(system)
  }

  return { log, linesOf, writeTree, manifestFor, seal, writeDraw }
}
