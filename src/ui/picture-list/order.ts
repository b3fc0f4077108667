/** A list with one of its things at another place; a place outside of it is its nearest end. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const thing = list[from]
  if (thing === undefined) return [...list]
  return list.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, list.length - 1)), 0, thing)
}

/**
 * Where a row that is dragged belongs: behind those whose middle is above the pointer. Rows differ in height, and by their middle
 * two neighbours never change places back and forth under a still hand.
 * @param middles the height of the middle of each row, in the order of the list.
 * @param from the row that is dragged.
 */
export function placeAt(middles: readonly number[], from: number, pointer: number): number {
  const passedDown = middles.findLastIndex((middle, at) => at > from && pointer > middle)
  if (passedDown >= 0) return passedDown
  const passedUp = middles.findIndex((middle, at) => at < from && pointer < middle)
  return passedUp >= 0 ? passedUp : from
}

/**
 * The largest part of a picture that has a ratio, in its middle; in percents of its sides.
 * @param ratio width by height that is wanted. @param own of the picture.
 */
export function largestPart(ratio: number, own: number) {
  const width = own > ratio ? (ratio / own) * 100 : 100
  const height = own > ratio ? 100 : (own / ratio) * 100
  return { unit: '%' as const, x: (100 - width) / 2, y: (100 - height) / 2, width, height }
}
