import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import type { SavedCart, SavedItem } from './contract.ts'

/** A user's saved cart; an empty one of revision 0 when there never was one. */
export async function savedCartOf(ctx: Context, userId: string): Promise<SavedCart> {
  const { rows } = await sql<{ items: SavedItem[]; revision: number; at: Date }>`
    select items, revision, updated_at as at from saved_cart where user_id = ${userId}`.execute(ctx.db)
  const [row] = rows
  return row
    ? { items: row.items, revision: row.revision, updatedAt: row.at.toISOString() }
    : { items: [], revision: 0, updatedAt: null }
}

/** Where a walk through carts stands: the last cart that was seen. */
export type CartCursor = { updatedAt: Date; userId: string }
export type AbandonedCart = CartCursor & { items: SavedItem[] }

/**
 * Carts with something in them that nobody has touched since a moment, the longest left first. A cart that is touched again
 * comes up again later with another `updatedAt`, so (userId, updatedAt) names one leaving.
 * @param before only carts last changed before this moment.
 * @param after the cursor of the page before, or where an earlier walk ended; left out, it begins with the oldest.
 * @returns `nextCursor` is null at the end.
 */
export async function listAbandonedCarts(
  ctx: Context,
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
