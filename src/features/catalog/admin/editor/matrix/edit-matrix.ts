import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import {
  isLive,
  labelOf,
  liveRows,
  type Matrix,
  newVariant,
  type OptionFormState,
  type VariantFormState,
} from './variant-form-state.ts'

/** The API takes at most this many variants and options of a product. */
export const MAX_VARIANTS = 100
export const MAX_OPTIONS = 3

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const pickKey = (options: readonly OptionFormState[], { picks }: Pick<VariantFormState, 'picks'>) =>
  options.map(({ key }) => picks[key]).join('\n')

/** All combinations of the values, in the order of the options. */
function combinations(options: readonly OptionFormState[]): Record<string, string>[] {
  return options.reduce<Record<string, string>[]>(
    (before, { key, values }) => before.flatMap(picks => values.map(value => ({ ...picks, [key]: value.key }))),
    [{}],
  )
}

/**
 * A row for each combination, in order. Rows that are there keep their fields and their variant.
 * @param made fields of the new rows.
 */
function expanded(matrix: Matrix, made: Partial<VariantFormState>): Matrix {
  const known = new Map(matrix.rows.map(row => [pickKey(matrix.options, row), row]))
  const rows = combinations(matrix.options).map(
    picks =>
      // A key by the combination, so that two drafts of one product are equal.
      known.get(pickKey(matrix.options, { picks })) ??
      newVariant({ ...made, picks, key: pickKey(matrix.options, { picks }) }),
  )
  return { ...matrix, rows }
}

const madeLike = ({ rows }: Matrix): Partial<VariantFormState> => ({ isCounted: rows.some(row => row.isCounted) })

export type Edited = { matrix: Matrix; problem?: never } | { problem: string; matrix?: never }

function withinLimit(before: Matrix, matrix: Matrix): Edited {
  const count = liveRows(matrix).length
  if (count > MAX_VARIANTS && count > liveRows(before).length)
    return { problem: `That makes ${count} variants. A product has at most ${MAX_VARIANTS}.` }
  return { matrix }
}

/** Values as typed or pasted: by commas, semicolons, tabs or lines. */
export const valuesIn = (text: string): string[] =>
  text
    .split(/[,;\t\r\n]+/)
    .map(value => value.trim())
    .filter((value, at, all) => value && all.findIndex(other => same(other, value)) === at)

/** Adds an option. The rows that are there take its first value, so they keep their variants. */
export function addOption(matrix: Matrix, name: string, texts: readonly string[]): Edited {
  if (!name.trim()) return { problem: 'Name the option, such as Size.' }
  if (texts.length === 0) return { problem: `Give ${name.trim()} at least one value.` }
  if (matrix.options.some(option => same(option.name, name))) return { problem: `${name.trim()} is there already.` }
  const option = { key: randomId(), name: name.trim(), values: texts.map(valueFormState) }
  const first = option.values[0]!.key
  const rows = matrix.rows.map(row => ({ ...row, picks: { ...row.picks, [option.key]: first } }))
  const grown = expanded({ ...matrix, options: [...matrix.options, option], rows }, madeLike(matrix))
  // A combination that is not sold stays so with each of the new values.
  const kept = new Map(matrix.rows.map(row => [pickKey(matrix.options, row), row.isSold]))
  const sold = grown.rows.map(row => ({ ...row, isSold: kept.get(pickKey(matrix.options, row)) ?? true }))
  return withinLimit(matrix, { ...grown, rows: sold })
}

const valueFormState = (text: string) => ({ key: randomId(), text, isOut: false })

const withOption = (matrix: Matrix, key: string, change: (option: OptionFormState) => OptionFormState): Matrix => ({
  ...matrix,
  options: matrix.options.map(option => (option.key === key ? change(option) : option)),
})

/** Adds values to an option. A value that was taken out comes back with its variants. */
export function addValues(matrix: Matrix, optionKey: string, texts: readonly string[]): Edited {
  const option = matrix.options.find(({ key }) => key === optionKey)!
  const there = texts.find(text => option.values.some(value => !value.isOut && same(value.text, text)))
  if (there) return { problem: `${there} is there already.` }
  const back = option.values.filter(value => texts.some(text => same(value.text, text)))
  const added = texts.filter(text => !back.some(value => same(value.text, text))).map(valueFormState)
  const changed = withOption(matrix, optionKey, one => ({
    ...one,
    values: [...one.values.map(value => (back.includes(value) ? { ...value, isOut: false } : value)), ...added],
  }))
  return withinLimit(matrix, expanded(changed, madeLike(matrix)))
}

export const renameOption = (matrix: Matrix, key: string, name: string): Matrix =>
  withOption(matrix, key, option => ({ ...option, name }))

/** Renames a value; its variants keep their ids, SKUs, prices and stock. */
export const renameValue = (matrix: Matrix, optionKey: string, valueKey: string, text: string): Matrix =>
  withOption(matrix, optionKey, option => ({
    ...option,
    values: option.values.map(value => (value.key === valueKey ? { ...value, text } : value)),
  }))

/** Takes a value out. Stored variants stay as rows that leave the store with the next save; new rows go at once. */
export function removeValue(matrix: Matrix, optionKey: string, valueKey: string): Matrix {
  const option = matrix.options.find(({ key }) => key === optionKey)!
  if (option.values.filter(value => !value.isOut).length === 1) return removeOption(matrix, optionKey)
  const isStored = matrix.rows.some(row => row.id !== null && row.picks[optionKey] === valueKey)
  const rows = matrix.rows.filter(row => row.picks[optionKey] !== valueKey || isStored)
  const values = option.values
    .filter(({ key }) => key !== valueKey || isStored)
    .map(value => (value.key === valueKey ? { ...value, isOut: true } : value))
  return withOption({ ...matrix, rows }, optionKey, one => ({ ...one, values }))
}

/** Takes an option out. The rows of its first value stay, without it; the other stored variants leave the store. */
export function removeOption(matrix: Matrix, optionKey: string): Matrix {
  const option = matrix.options.find(({ key }) => key === optionKey)!
  const first = option.values.find(value => !value.isOut)!.key
  const left = matrix.rows.filter(row => row.picks[optionKey] !== first && row.id !== null)
  return {
    options: matrix.options.filter(({ key }) => key !== optionKey),
    rows: matrix.rows
      .filter(row => row.picks[optionKey] === first)
      .map(row => ({
        ...row,
        picks: Object.fromEntries(Object.entries(row.picks).filter(([key]) => key !== optionKey)),
      })),
    gone: [...matrix.gone, ...left.map(row => ({ label: labelOf(matrix, row), row, option, kept: first }))],
  }
}

/** Keeps a variant of an option that was taken out: the option is back, and of its other variants those of its first value are sold. */
export function bringBack(matrix: Matrix, key: string): Matrix {
  const { option, kept } = matrix.gone.find(({ row }) => row.key === key)!
  const back = matrix.gone.filter(gone => gone.option.key === option.key)
  const options = [...matrix.options, option]
  const rows = matrix.rows.map(row => ({ ...row, picks: { ...row.picks, [option.key]: kept } }))
  // Options that were added or taken out since: the first value stands for what the variant cannot know.
  const picksOf = ({ picks }: VariantFormState) =>
    Object.fromEntries(options.map(({ key, values }) => [key, picks[key] ?? values[0]!.key]))
  const returned = back.map(({ row }) => ({ ...row, picks: picksOf(row), isSold: row.key === key }))
  const grown = expanded({ ...matrix, options, rows: [...rows, ...returned] }, { ...madeLike(matrix), isSold: false })
  return { ...grown, gone: matrix.gone.filter(gone => !back.includes(gone)) }
}

const withRow = (matrix: Matrix, key: string, change: Partial<VariantFormState>): Matrix => ({
  ...matrix,
  rows: matrix.rows.map(row => (row.key === key ? { ...row, ...change } : row)),
})

export const leaveOut = (matrix: Matrix, key: string): Matrix => withRow(matrix, key, { isSold: false })

/** Sells a combination again. A value that was taken out comes back for this row alone. */
export function putBack(matrix: Matrix, key: string): Matrix {
  const row = matrix.rows.find(one => one.key === key)!
  const back = matrix.options.flatMap(option => option.values.filter(v => v.isOut && row.picks[option.key] === v.key))
  const keys = new Set(back.map(value => value.key))
  const isOther = (other: VariantFormState) =>
    other.key !== key && Object.values(other.picks).some(pick => keys.has(pick))
  return {
    ...matrix,
    options: matrix.options.map(option => ({
      ...option,
      values: option.values.map(value => (keys.has(value.key) ? { ...value, isOut: false } : value)),
    })),
    rows: matrix.rows.map(one => {
      if (one.key === key) return { ...one, isSold: true }
      return isOther(one) ? { ...one, isSold: false } : one
    }),
  }
}

/** The rows of a stored product, and the combinations that it lacks as rows that are not sold. */
export const withLackingRows = (matrix: Matrix): Matrix =>
  combinations(matrix.options).length > MAX_VARIANTS * 3
    ? matrix
    : expanded(matrix, { ...madeLike(matrix), isSold: false })

/** Rows that are not sold: stored ones leave the store with the save. */
export const leftOut = (matrix: Matrix): { stored: VariantFormState[]; others: VariantFormState[] } => {
  const rows = matrix.rows.filter(row => !isLive(matrix, row))
  return { stored: rows.filter(({ id }) => id !== null), others: rows.filter(({ id }) => id === null) }
}
