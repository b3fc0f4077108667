import type { DataContext } from '#kernel/context.ts'

export const listOrderIds = async ({ db }: DataContext, userId: string): Promise<string[]> =>
  (await db.selectFrom('customer_order').select('id').where('user_id', '=', userId).execute()).map(({ id }) => id)
