/**
 * Does something for each item, so many at a time, the first ones first.
 * @throws what the work throws; whatever is under way then goes on.
 */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
