/** What becomes of two edits of one thing. */
export type Merged<T> = {
  /** Theirs, with what only I changed, and with mine where both changed it. */
  merged: T
  /** What both changed, and not to the same: somebody has to choose. */
  disputed: (keyof T & string)[]
  /** What they alone changed; it is in `merged` already. */
  taken: (keyof T & string)[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Puts two edits of one thing together, field by field.
 * @param opened as both of them found it. @param mine what I typed. @param theirs what they saved meanwhile.
 */
export function mergeEdits<T extends object>(opened: T, mine: T, theirs: T): Merged<T> {
  const fields = Object.keys(mine) as (keyof T & string)[]
  const moved = fields.filter(field => !isSame(theirs[field], opened[field]))
  const changed = fields.filter(field => !isSame(mine[field], opened[field]))
  return {
    merged: { ...theirs, ...Object.fromEntries(changed.map(field => [field, mine[field]])) },
    disputed: moved.filter(field => changed.includes(field) && !isSame(mine[field], theirs[field])),
    taken: moved.filter(field => !changed.includes(field)),
  }
}
