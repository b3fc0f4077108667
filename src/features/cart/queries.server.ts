import { sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import type { SavedCart, SavedItem } from './contract.ts'

/** A user's saved cart; an empty one of revision 0 when none was saved. */
export async function readSavedCart(ctx: Context, userId: string): Promise<SavedCart> {
  const { rows } = await sql<{ items: SavedItem[]; revision: number; at: Date }>`
    select items, revision, updated_at as at from saved_cart where user_id = ${userId}`.execute(ctx.db)
  const [row] = rows
  return row
    ? { items: row.items, revision: row.revision, updatedAt: row.at.toISOString() }
    : { items: [], revision: 0, updatedAt: null }
}

/** Position in a list of carts: the last cart read. */
export type CartCursor = { updatedAt: Date; userId: string }
export type AbandonedCart = CartCursor & { items: SavedItem[] }

/**
 * Carts with lines that were last changed before a moment, oldest first. A cart that changes later appears again with another
 * `updatedAt`, so (userId, updatedAt) identifies one abandonment.
 * @param before only carts last changed before this moment.
 * @param after the cursor of the previous page or of an earlier run; left out, the list begins with the oldest.
 * @returns `nextCursor` is null at the end.
 */
export async function listAbandonedCarts(
  ctx: DataContext,
  { before, after, limit = 100 }: { before: Date; after?: CartCursor | undefined; limit?: number },
): Promise<{ carts: AbandonedCart[]; nextCursor: CartCursor | null }> {
  const { rows: carts } = await sql<AbandonedCart>`
    select user_id as "userId", items, updated_at as "updatedAt" from saved_cart
    where items <> '[]'::jsonb and updated_at < ${before}
      and ${after ? sql`(updated_at, user_id) > (${after.updatedAt}, ${after.userId}::uuid)` : sql`true`}
    order by updated_at, user_id limit ${limit}`.execute(ctx.db)
  const last = carts.length === limit ? carts.at(-1) : undefined
  return { carts, nextCursor: last ? { updatedAt: last.updatedAt, userId: last.userId } : null }
}
