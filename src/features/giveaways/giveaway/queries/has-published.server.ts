import type { DataContext } from '#kernel/context.ts'

/** Whether the shop ever published a giveaway. */
export async function hasPublishedGiveaway({ db }: DataContext): Promise<boolean> {
  const one = db.selectFrom('giveaway').select('id').where('published_at', 'is not', null).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}
