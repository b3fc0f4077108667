/** Result of merging two edits of one object. */
export type Merged<T> = {
  /** The other user's version with all own changes applied, also where both users changed a field. */
  merged: T
  /** Fields that both users changed to different values: the user must choose. */
  disputed: (keyof T & string)[]
  /** Fields that only the other user changed; already in `merged`. */
  taken: (keyof T & string)[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges two edits of one object, field by field.
 * @param opened the version that both users opened. @param mine the user's input. @param theirs the other user's saved version.
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
