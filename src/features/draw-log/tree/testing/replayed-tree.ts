import { hexOf, utf8 } from '@redoubt/draw/bytes.ts'
import { type Replayed, replay } from '@redoubt/draw/entries/replay.ts'
import { leafHash, treeRoot } from '@redoubt/draw/log/merkle.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Context } from '#kernel/context.ts'
import { sequenceEntries } from '../commands/sequence-entries.server.ts'
import { readGiveawayKey } from '../queries/holders.server.ts'

/** The leaves of a giveaway's tree, after its root was computed again from them. */
export async function linesOf(ctx: Context, giveawayId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('draw_leaf')
    .select(['index', 'leaf'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('index')
    .execute()
  expect(rows.map(row => row.index)).toEqual(rows.map((_, index) => index))
  const tree = await ctx.db
    .selectFrom('draw_tree')
    .select(['size', 'root'])
    .where('giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  const lines = rows.map(row => row.leaf)
  expect(tree?.size ?? 0).toBe(lines.length)
  if (tree) expect(hexOf(tree.root)).toBe(hexOf(treeRoot(lines.map(line => leafHash(utf8(line))))))
  return lines
}

/**
 * Sequences all entries and asserts that the replay of the tree is exactly the live rows of the giveaway: every number with its holder,
 * kind and mark, and nothing else.
 */
export async function expectTreeEqualsRows(ctx: Context, giveawayId: string): Promise<Replayed> {
  await sequenceEntries(ctx)
  const lines = await linesOf(ctx, giveawayId)
  const { total_slots: slots } = await ctx.db
    .selectFrom('giveaway')
    .select('total_slots')
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()
  const key = await readGiveawayKey(ctx, giveawayId)
  const { rows } = await sql<Row>`
    select id, slot_number as number, coalesce(user_id, mail_sender_id, id) as person, mark, is_staff and not is_private as "isStaff",
      case when is_private then 'mail' when is_staff then 'staff' when is_auto_entry then 'auto' else 'credit' end as by
    from giveaway_entry e
    where giveaway_id = ${giveawayId} and (is_in_draw(e) or (e.removed_at is null and e.is_staff and not e.is_private))
    order by slot_number`.execute(ctx.db)
  const replayed =
    lines.length > 0
      ? replay(lines, { giveaway: giveawayId, slots, createHash: lines[0]!.split(' ')[2]! })
      : { list: [], counts: { credit: 0, auto: 0, mail: 0, staff: 0 }, live: new Map() }
  const live = [...replayed.live.values()].map(({ leaf: _, ...entry }) => entry)
  const wanted = rows.map(({ id, number, person, mark, by }) => ({
    number,
    by,
    holder: key.holderOf(person),
    mark: mark ?? key.markOf(id),
  }))
  expect(live).toEqual(wanted)
  expect(replayed.list.map(({ number }) => number)).toEqual(rows.filter(row => !row.isStaff).map(row => row.number))
  return replayed
}

type Row = { id: string; number: number; person: string; mark: string | null; isStaff: boolean; by: string }
