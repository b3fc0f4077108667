import type { Pool } from '#platform/db/database.server.ts'

/** Promises that the shop made by a 2xx response, by kind. */
export type Promises = {
  order: { orderId: string; userId: string }[]
  payment: { orderId: string }[]
  claim: { giveawayId: string; slot: number; userId: string }[]
  refund: { orderId: string }[]
  receipt: { giveawayId: string; slot: number; userId: string; leaf: string; by: number }[]
  freeze: { giveawayId: string; round: number }[]
  draw: { giveawayId: string; slot: number; round: number }[]
  membership: { userId: string }[]
  cancellation: { userId: string }[]
}
export type Kind = keyof Promises

export const noPromises = (): Promises => ({
  ...{ order: [], payment: [], claim: [], receipt: [], refund: [], freeze: [], draw: [] },
  ...{ membership: [], cancellation: [] },
})

const COLUMNS = 'p("orderId" uuid, "userId" uuid, "giveawayId" uuid, slot integer, leaf text, round integer)'

/** SQL for each promise that must hold from the response on, after any kill. */
const KEPT: Record<Kind, string> = {
  order: `customer_order where id = "orderId" and user_id = "userId"`,
  payment: `customer_order where id = "orderId" and status = 'paid'`,
  claim: `giveaway_entry where giveaway_id = "giveawayId" and slot_number = slot and user_id = "userId" and removed_at is null`,
  refund: `refund where order_id = "orderId" and status <> 'failed'`,
  // A leaf that the sequencer has not made yet is a waiting event.
  receipt: `(
    select from draw_leaf l where l.giveaway_id = "giveawayId" and l.leaf = p.leaf
    union all
    select from claim_event where giveaway_id = "giveawayId" and person_id = "userId" and slot = any(numbers)) promised`,
  // A freeze whose answer was lost may have slipped before it is asked for again, and then has the later round.
  freeze: `draw_freeze f where f.giveaway_id = "giveawayId" and f.round = p.round`,
  draw: `draw d where d.giveaway_id = "giveawayId" and winner_slot = slot and d.round = p.round`,
  membership: `membership where user_id = "userId" and status = 'active'`,
  cancellation: `membership where user_id = "userId" and cancel_at_period_end`,
}

/** @returns a sentence for each promise that the database has lost. */
export async function lostPromises(pool: Pool, promises: Promises): Promise<string[]> {
  const lost: string[] = []
  for (const [kind, where] of Object.entries(KEPT) as [Kind, string][]) {
    const question = `select to_jsonb(p) as p from jsonb_to_recordset($1::jsonb) as ${COLUMNS} where not exists (select from ${where})`
    const { rows } = await pool.query<{ p: object }>(question, [JSON.stringify(promises[kind])])
    lost.push(...rows.map(({ p }) => `${kind} lost: ${JSON.stringify(p)}`))
  }
  return lost
}
