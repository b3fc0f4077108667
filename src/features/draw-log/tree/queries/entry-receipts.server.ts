import { parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { type EntryEvent, leafOfEvent } from './event-leaf.server.ts'
import { findKey, type GiveawayKey } from './holders.server.ts'
import { readSignedReceipt } from './receipts.server.ts'

/** What an entrant needs for the proof of an entry; all null for an entry without a leaf, of a draw before receipts. */
export type EntryReceipt = {
  receipt: string | null
  holderSecret: string | null
  /** The nonce of the mark, where the shop made it. */
  nonce: string | null
  /** Null until the sequencer has run. */
  leafIndex: number | null
}

export const NO_RECEIPT: EntryReceipt = { receipt: null, holderSecret: null, nonce: null, leafIndex: null }

type Entry = { id: string; giveawayId: string; personId: string }
type Leaf = { line: string; index: number | null }

/** The receipts of entries by their ids. The leaf is the newest that entered the entry: a later move keeps it. */
export async function readReceipts(ctx: DataContext, entries: readonly Entry[]): Promise<Map<string, EntryReceipt>> {
  const ids = entries.map(({ id }) => id)
  const giveawayIds = [...new Set(entries.map(({ giveawayId }) => giveawayId))]
  const [waiting, logged] = [await waitingEvents(ctx, giveawayIds, ids), await loggedLeaves(ctx, ids)]
  const keys = new Map<string, GiveawayKey | null>()
  for (const giveawayId of giveawayIds) keys.set(giveawayId, await findKey(ctx, giveawayId))
  const found = entries.map(async (entry): Promise<[string, EntryReceipt]> => {
    const key = keys.get(entry.giveawayId)
    const event = waiting.get(entry.id)
    const leaf = key && (event ? { line: leafOfEvent(event, key), index: null } : logged.get(entry.id))
    return [entry.id, leaf ? await receiptOf(ctx, entry, key, leaf) : NO_RECEIPT]
  })
  return new Map(await Promise.all(found))
}

async function receiptOf(
  ctx: DataContext,
  entry: Entry,
  key: GiveawayKey,
  { line, index }: Leaf,
): Promise<EntryReceipt> {
  const { id, giveawayId, personId } = entry
  const leaf = parseEntryLeaf(line)
  const isOfShop = 'mark' in leaf && leaf.mark === key.markOf(id)
  return {
    receipt: await readSignedReceipt(ctx, { giveawayId, leaves: [line] }),
    holderSecret: key.secretOf(personId),
    nonce: isOfShop ? key.nonceOf(id) : null,
    leafIndex: index,
  }
}

async function waitingEvents(ctx: DataContext, giveawayIds: readonly string[], ids: readonly string[]) {
  const { rows } = await sql<EntryEvent & { entry_id: string }>`
    select at, kind, entry_id, person_id, number, source, mark, received_on, card_number from draw_event
    where giveaway_id = any(${giveawayIds}::uuid[]) and entry_id = any(${ids}::uuid[]) and kind in ('enter', 'mail')
    union all
    select at, 'enter', slot.entry_id, person_id, slot.number, source, slot.mark, null, null
    from claim_event, unnest(entry_ids, numbers, marks) as slot (entry_id, number, mark)
    where giveaway_id = any(${giveawayIds}::uuid[]) and slot.entry_id = any(${ids}::uuid[])
    order by at, entry_id`.execute(ctx.db)
  return new Map(rows.map(event => [event.entry_id, event]))
}

async function loggedLeaves(ctx: DataContext, ids: readonly string[]): Promise<Map<string, Leaf>> {
  const { rows } = await sql<{ id: string; line: string; index: number }>`
    select distinct on (entry_id) entry_id as id, leaf as line, index from draw_leaf
    where entry_id = any(${ids}::uuid[]) and (starts_with(leaf, 'enter ') or starts_with(leaf, 'mail '))
    order by entry_id, index desc`.execute(ctx.db)
  return new Map(rows.map(({ id, line, index }) => [id, { line, index }]))
}
