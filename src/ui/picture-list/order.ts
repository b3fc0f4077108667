/** Returns the list with one item moved; a target outside the list means its nearest end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, thing)
}

/**
 * Returns the index of a dragged row: after the rows whose middle is above the pointer. Rows differ in height, and by the middle two
 * neighbours never swap back and forth under a still pointer.
 * @param middles vertical middle of each row, in list order.
 * @param from index of the dragged row.
 */
export function placeAt(middles: readonly number[], from: number, pointer: number): number {
  const passedDown = middles.findLastIndex((middle, at) => at > from && pointer > middle)
  if (passedDown >= 0) return passedDown
  const passedUp = middles.findIndex((middle, at) => at < from && pointer < middle)
  return passedUp >= 0 ? passedUp : from
}

/**
 * Returns the largest centred part of a picture with a given ratio, in percent of its sides.
 * @param ratio wanted width by height. @param own the picture's ratio.
 */
export function largestPart(ratio: number, own: number) {
  const width = own > ratio ? (ratio / own) * 100 : 100
  const height = own > ratio ? 100 : (own / ratio) * 100
  return { unit: '%' as const, x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}
