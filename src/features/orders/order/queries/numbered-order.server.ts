import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { type KnownOrder, selectOrders } from '../stored-order.server.ts'

/** The order with this number, whatever the prefix of its day; numbers are unique. */
export async function findOrderNumbered(ctx: DataContext, number: number): Promise<KnownOrder | undefined> {
  const [order] = await selectOrders(ctx, sql`o.number = ${number}`)
  return order
}
