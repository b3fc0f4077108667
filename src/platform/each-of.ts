/**
 * Runs `work` for each item in order, at most `atOnce` at a time.
 * @throws the first error of `work`; calls that already run continue.
 */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
