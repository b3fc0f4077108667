/** Choices that fall the same way every time. For demo data only: a draw of a giveaway never uses this. */
export type Chance = {
  /** A whole number from 0 up to but not including the limit. */
  below: (limit: number) => number
  /** One of the items, each as likely as the others. Throws if there is none. */
  oneOf: <T>(items: readonly T[]) => T
  /** One of the items, each as likely as its weight. Throws if there is none. */
  weighted: <T>(items: readonly T[], weight: (item: T) => number) => T
}

/** @param seed any whole number; the same seed gives the same row of choices */
export function chanceFrom(seed: number): Chance {
  const next = mulberry32(seed)
  const pick = <T>(items: readonly T[], position: number): T => {
    if (items.length === 0) throw new Error('There is nothing to choose from')
    return items[Math.min(position, items.length - 1)]!
  }
  return {
    below: limit => Math.floor(next() * limit),
    oneOf: items => pick(items, Math.floor(next() * items.length)),
    weighted: (items, weight) => {
      let left = next() * items.reduce((sum, item) => sum + weight(item), 0)
      const position = items.findIndex(item => {
        left -= weight(item)
        return left < 0
      })
      return pick(items, position === -1 ? items.length - 1 : position)
    },
  }
}

/** The mulberry32 generator (public domain): 32 bits of state, numbers from 0 up to but not including 1. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
