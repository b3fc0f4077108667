import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'

/** A form of one record: the values when opened, the values as typed, and the refused fields. */
export type RecordFormState<T extends object> = {
  opened: T
  current: T
  /** The stored version that `opened` shows; undefined for a new record. */
  version: number | undefined
  errors: FieldProblems
}

export const openFormState = <T extends object>(opened: T, version: number | undefined): RecordFormState<T> => ({
  opened,
  current: opened,
  version,
  errors: {},
})

/** The fields that differ from the opened values, by content. */
export const changedFields = <T extends object>(current: T, opened: T): (keyof T & string)[] =>
  (Object.keys(current) as (keyof T & string)[]).filter(
    field => current[field] !== opened[field] && JSON.stringify(current[field]) !== JSON.stringify(opened[field]),
  )

/** The body of a change: the changed fields only, so that two who have one record open do not undo each other's edits. */
export function changeOf<T extends object, Input extends object>(
  inputOf: (current: T) => Input,
  { current, opened }: Pick<RecordFormState<T>, 'current' | 'opened'>,
): Partial<Input> {
  const input = inputOf(current)
  const changed = changedFields(current, opened).map(field => [field, input[field as never]])
  return Object.fromEntries(changed) as Partial<Input>
}

/** A typed change. @param paths whose errors it clears, with the paths below them: `stock` clears `stock.0.count`. */
export const edited = <T extends object>(
  { current, errors, ...rest }: RecordFormState<T>,
  change: (now: T) => T,
  paths: readonly string[],
): RecordFormState<T> => ({
  ...rest,
  current: change(current),
  errors: without(errors, paths),
})

/** Keeps its identity where it clears nothing, so that memoised parts of a large form do not render at each key. */
function without(errors: FieldProblems, paths: readonly string[]): FieldProblems {
  const left = Object.entries(errors).filter(([at]) => !paths.some(path => at === path || at.startsWith(`${path}.`)))
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left)
}

/** The stored record has a newer version; the form keeps both until the user has chosen (`merged`). */
export const outdated = <T extends object>(state: RecordFormState<T>, version: number): RecordFormState<T> => ({
  ...state,
  version,
  errors: {},
})

/** The merge of both edits, on top of the newer version. */
export const merged = <T extends object>(state: RecordFormState<T>, current: T, newer: T): RecordFormState<T> => ({
  ...state,
  current,
  opened: newer,
})
