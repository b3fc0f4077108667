import { hexOf, isSame, utf8 } from '@redoubt/draw/bytes.ts'
import { InvalidTree, replay } from '@redoubt/draw/entries/replay.ts'
import { leafHash, treeRoot } from '@redoubt/draw/log/merkle.ts'
import type { PoolClient } from 'pg'
import type { Shop } from '#app/services/services.server.ts'
import { readGiveawayKey } from '#features/draw-log/tree/queries/holders.server.ts'

/** Leaves, tree, live entries and the count of waiting events of each giveaway, from one snapshot. */
const TREES = `
  select t.giveaway_id as id, g.total_slots as slots, t.size, t.root,
    (select json_agg(json_build_array(l.index, l.leaf, encode(l.hash, 'hex')) order by l.index) from draw_leaf l
      where l.giveaway_id = t.giveaway_id) as leaves,
    (select coalesce(json_agg(json_build_object('id', e.id, 'number', slot_number, 'person', coalesce(user_id, mail_sender_id, e.id),
        'mark', mark, 'by', case when is_private then 'mail' when is_staff then 'staff' when is_auto_entry then 'auto' else 'credit' end)
        order by slot_number), '[]')
      from giveaway_entry e
      where e.giveaway_id = t.giveaway_id and (is_in_draw(e) or (e.removed_at is null and e.is_staff and not e.is_private))) as entries,
    (select count(*) from claim_event c where c.giveaway_id = t.giveaway_id)
      + (select count(*) from draw_event d where d.giveaway_id = t.giveaway_id) as waiting
  from draw_tree t join giveaway g on g.id = t.giveaway_id`

type Entry = { id: string; number: number; person: string; mark: string | null; by: string }
type Tree = {
  id: string
  slots: number
  size: number
  root: Uint8Array
  leaves: [index: number, leaf: string, hash: string][]
  entries: Entry[]
  waiting: string | number
}

/** Checks that each entry tree is what its leaves hash to, and that their replay is exactly the live entries. @returns its faults. */
export async function treeFaults(shop: Shop, client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<Tree>(TREES)
  const faults: string[] = []
  for (const tree of rows) for (const fault of await faultsOf(shop, tree)) faults.push(`tree of ${tree.id}: ${fault}`)
  return faults
}

async function faultsOf(shop: Shop, tree: Tree): Promise<string[]> {
  const lines = tree.leaves.map(([, leaf]) => leaf)
  const hashes = lines.map(line => leafHash(utf8(line)))
  if (tree.leaves.some(([index, , hash], place) => index !== place || hash !== hexOf(hashes[place]!)))
    return ['a leaf has another index or hash']
  if (tree.size !== lines.length) return [`${lines.length} leaves, size ${tree.size}`]
  if (!isSame(tree.root, treeRoot(hashes))) return ['the leaves have another root']
  try {
    const createHash = lines[0]!.split(' ')[2]!
    const { live } = replay(lines, { giveaway: tree.id, slots: tree.slots, createHash })
    // Entries whose events wait have no leaf yet.
    if (Number(tree.waiting) > 0) return []
    const found = [...live.values()].map(({ number, by, holder, mark }) => [number, by, holder, mark].join(' '))
    const key = await readGiveawayKey(shop.system, tree.id)
    const wanted = tree.entries.map(({ id, number, person, mark, by }) =>
      [number, by, key.holderOf(person), mark ?? key.markOf(id)].join(' '),
    )
    return found.join() === wanted.join() ? [] : [`the replay is ${found.join()}, the entries are ${wanted.join()}`]
  } catch (error) {
    if (error instanceof InvalidTree) return [`leaf ${error.index}: ${error.message}`]
    throw error
  }
}
