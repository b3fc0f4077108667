import { utf8 } from '@redoubt/draw/bytes.ts'
import { formatEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { appendHash, EMPTY_FRONTIER, type Frontier, leafHash } from '@redoubt/draw/log/merkle.ts'
import { type Selectable, sql } from 'kysely'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import { requireOneRow } from '#platform/db/one-row.server.ts'
import type { DrawEvent } from '#platform/db/tables.ts'
import { frontierColumns, type StoredTree, storeBlocks } from '../log/stored-tree.server.ts'
import { findCreateLeaf, logCreated } from './commands/log-giveaway.server.ts'
import { leafOfEvent } from './queries/event-leaf.server.ts'
import { readGiveawayKey } from './queries/holders.server.ts'

type WaitingEvent = Omit<Selectable<DrawEvent>, 'giveaway_id'>
/** `isDone` is false while other changes may wait. */
type MovedClaims = { count: number; isDone: boolean }
type Leaf = { line: string; entryId: string | null; eventId: number | null }

/** The entry tree of a giveaway as a tree. */
export const entryTreeOf = (giveawayId: string): StoredTree => ({
  id: giveawayId,
  async hashes(ctx, from, to) {
    const rows = await ctx.db
      .selectFrom('draw_leaf')
      .select('hash')
      .where('giveaway_id', '=', giveawayId)
      .where('index', '>=', from)
      .where('index', '<', to)
      .orderBy('index')
      .execute()
    if (rows.length !== to - from) throw new Error(`The entry tree of ${giveawayId} lacks leaves.`)
    return rows.map(row => row.hash)
  },
})

/**
 * Turns up to `limit` waiting events of a giveaway into leaves, in the order of their ids. The caller holds the tree's lock. Deletion of
 * the events and insertion of the leaves commit together, so that an event becomes a leaf once.
 * @returns how many events; 0 once none waits.
 */
export async function moveEvents(tx: TransactionContext, giveawayId: string, limit: number): Promise<number> {
  const { count, isDone } = await moveClaims(tx, giveawayId, limit)
  return isDone ? count : count + (await moveMixed(tx, giveawayId, limit))
}

/**
 * Makes the leaves of waiting claims in PostgreSQL, because a rush is claims alone, and their way through the shop costs as much as the
 * leaves. Nothing happens while another change waits that may come before them.
 */
async function moveClaims(tx: TransactionContext, giveawayId: string, limit: number): Promise<MovedClaims> {
  const tree = await openTree(tx, giveawayId)
  const { rows } = await sql<{ hash: Buffer; event_id: string; has_others: boolean }>`
    with first as (
      select max(id) as last, bool_and(holder is not null) as is_whole from (
        select id, holder from claim_event where giveaway_id = ${giveawayId} order by id limit ${limit}
      ) waiting
    ), moved as (
      delete from claim_event c using first where giveaway_id = ${giveawayId} and id <= last and is_whole
        and not exists (select from draw_event d where d.giveaway_id = ${giveawayId} and d.id < first.last)
      returning c.id, at, source, holder, entry_ids, numbers, marks
    ), line as (
      select id, entry_id, row_number() over (order by id, place) - 1 as place, concat_ws(' ', 'enter',
          (extract(epoch from at) * 1000)::bigint, number, source, holder, mark) as leaf
      from moved, unnest(entry_ids, numbers, marks) with ordinality as slot (entry_id, number, mark, place)
    )
    insert into draw_leaf (giveaway_id, index, leaf, hash, entry_id, event_id, created_at)
    select ${giveawayId}, ${tree.size} + place, leaf, sha256(decode('00', 'hex') || convert_to(leaf, 'UTF8')), entry_id, id, ${tx.now()}
    from line order by place
    returning hash, event_id,
      (select exists (select from draw_event d where d.giveaway_id = ${giveawayId})) as has_others`.execute(tx.db)
  if (rows.length === 0) return { count: 0, isDone: false }
  await storeGrown(tx, { giveawayId, tree, hashes: rows.map(({ hash }) => hash) })
  return { count: new Set(rows.map(row => row.event_id)).size, isDone: !rows[0]!.has_others }
}

/** Claims and all other changes in one order. */
async function moveMixed(tx: TransactionContext, giveawayId: string, limit: number): Promise<number> {
  const { rows: events } = await sql<WaitingEvent>`
    with waiting as (
      select max(id) as last from (
        select id from claim_event where giveaway_id = ${giveawayId}
        union all select id from draw_event where giveaway_id = ${giveawayId}
        order by id limit ${limit}
      ) first
    ), claims as (
      delete from claim_event using waiting where giveaway_id = ${giveawayId} and id <= last
      returning id, at, person_id, source, entry_ids, numbers, marks
    ), others as (
      delete from draw_event using waiting where giveaway_id = ${giveawayId} and id <= last
      returning id, at, kind, entry_id, person_id, number, to_number, source, mark, reason, received_on, card_number, into_person_id
    )
    select id, at, 'enter' as kind, entry_id, person_id, number, null::integer as to_number, source, mark, null as reason,
      null::date as received_on, null::integer as card_number, null::uuid as into_person_id, place
    from claims, unnest(entry_ids, numbers, marks) with ordinality as slot (entry_id, number, mark, place)
    union all
    select id, at, kind, entry_id, person_id, number, to_number, source, mark, reason, received_on, card_number, into_person_id, 1
    from others order by id, place`.execute(tx.db)
  if (events.length === 0) return 0
  const tree = await openTree(tx, giveawayId)
  const key = await readGiveawayKey(tx, giveawayId)
  const leaves = events.map(event => ({
    line: leafOfEvent(event, key),
    entryId: event.entry_id,
    eventId: Number(event.id),
  }))
  await appendLeaves(tx, giveawayId, tree, leaves)
  return new Set(events.map(({ id }) => id)).size
}

/** The frontier of a giveaway's tree. The first call opens the tree with the hash of the giveaway's newest create leaf. */
export async function openTree(tx: TransactionContext, giveawayId: string): Promise<Frontier> {
  const tree = await tx.db
    .selectFrom('draw_tree')
    .select(['size', 'frontier'])
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  if (tree) return { size: tree.size, hashes: tree.frontier }
  // The key comes before the first leaf.
  await readGiveawayKey(tx, giveawayId)
  const created = (await findCreateLeaf(tx, giveawayId)) ?? (await logCreated(tx, giveawayId))
  await tx.db
    .insertInto('draw_tree')
    .values({ giveaway_id: giveawayId, ...frontierColumns(EMPTY_FRONTIER), create_index: created.index })
    .execute()
  const line = formatEntryLeaf({ kind: 'open', giveaway: giveawayId, createHash: created.hash })
  return appendLeaves(tx, giveawayId, EMPTY_FRONTIER, [{ line, entryId: null, eventId: null }])
}

async function appendLeaves(
  tx: TransactionContext,
  giveawayId: string,
  tree: Frontier,
  leaves: readonly Leaf[],
): Promise<Frontier> {
  const hashes = leaves.map(({ line }) => leafHash(utf8(line)))
  await sql`
    insert into draw_leaf (giveaway_id, index, leaf, hash, entry_id, event_id, created_at)
    select ${giveawayId}, ${tree.size} + place - 1, leaf, hash, entry_id, event_id, ${tx.now()}
    from unnest(${leaves.map(({ line }) => line)}::text[], ${hashes.map(each => Buffer.from(each))}::bytea[],
      ${leaves.map(({ entryId }) => entryId)}::uuid[], ${leaves.map(({ eventId }) => eventId)}::bigint[])
      with ordinality as leaf (leaf, hash, entry_id, event_id, place)`.execute(tx.db)
  return storeGrown(tx, { giveawayId, tree, hashes })
}

type Growth = { giveawayId: string; tree: Frontier; hashes: readonly Uint8Array[] }

/** Stores the frontier and the new blocks of a tree whose leaves are written. */
async function storeGrown(tx: TransactionContext, { giveawayId, tree, hashes }: Growth): Promise<Frontier> {
  const grown = hashes.reduce(appendHash, tree)
  await storeBlocks(tx, entryTreeOf(giveawayId), tree.size, grown.size)
  const written = await tx.db
    .updateTable('draw_tree')
    .set(frontierColumns(grown))
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  requireOneRow(written, `entry tree ${giveawayId}`)
  return grown
}

/** Giveaways with waiting events. Each step of the recursion skips to the next giveaway in the index of draw_event. */
export async function listWaitingGiveaways(ctx: DataContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive waiting as (
      (select giveaway_id as id from draw_event order by giveaway_id limit 1)
      union all
      select (select giveaway_id from draw_event where giveaway_id > waiting.id order by giveaway_id limit 1)
      from waiting where waiting.id is not null
    ) select id from waiting where id is not null union select giveaway_id from claim_event`.execute(ctx.db)
  return rows.map(row => row.id)
}
