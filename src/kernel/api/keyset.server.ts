import { createHash } from 'node:crypto'
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { refuse } from '#platform/errors.ts'
import { isUuid } from '#platform/values/uuid.ts'

type Value = string | number | null
type KeyType = keyof typeof IS_VALID
type Direction = 'asc' | 'desc'
export type KeyColumn = {
  expression: string | RawBuilder<unknown>
  type: KeyType
  direction: Direction
  nulls?: 'first' | 'last' | undefined
}

/** A row of a list with the text of its sort key, as `Keyset.sortKey` selects it. */
export type Sorted = { sortKey: string }

/** The query parameters of a page (`PAGE_QUERY`). */
type Page = { limit: number; cursor?: string | undefined }

// biome-ignore lint/suspicious/noExplicitAny: a query of any tables.
type Query<Row> = SelectQueryBuilder<any, any, Row>

export type Keyset = {
  /** Reads a page of a query without order, and the cursor of the next page, null at the end. @throws invalid_input as `after` does. */
  read: <Row>(query: Query<Row>, page: Page) => Promise<{ shown: Row[]; nextCursor: string | null }>
  /** For `order by`. */
  by: RawBuilder<unknown>
  /** For `select`: the row's key as JSON, exact to the microsecond. */
  sortKey: AliasedRawBuilder<string, 'sortKey'>
  /** Condition for the rows after a cursor, true without one. @throws invalid_input for a cursor of another list or a forged one. */
  after: (cursor: string | undefined) => RawBuilder<SqlBool>
  /** Splits up to `limit + 1` found rows into the page and the cursor of the next one, null at the end. */
  page: <Row extends Sorted>(found: readonly Row[], limit: number) => { shown: Row[]; nextCursor: string | null }
  /** The cursor that continues after a row. */
  cursorAfter: (row: Sorted) => string
}

/** A column in ascending order. @param expression SQL; a string comes from our code, never from input. @param nulls where nulls stand; omitted: no nulls. */
export const asc = (expression: KeyColumn['expression'], type: KeyType, nulls?: KeyColumn['nulls']): KeyColumn => ({
  expression,
  type,
  direction: 'asc',
  nulls,
})

/** A column in descending order; parameters as in `asc`. */
export const desc = (expression: KeyColumn['expression'], type: KeyType, nulls?: KeyColumn['nulls']): KeyColumn => ({
  ...asc(expression, type, nulls),
  direction: 'desc',
})

/**
 * Order and cursors of a list. The cursor has the sort key of the last row, so that added or removed rows shift no page.
 * @param columns in order of significance; together they are unique.
 */
export function keyset(...columns: readonly [KeyColumn, ...KeyColumn[]]): Keyset {
  // A cursor fits only the order that made it.
  const spec = columns.map(column => (typeof column.expression === 'string' ? column : { ...column, expression: '' }))
  const tag = createHash('sha256').update(JSON.stringify(spec)).digest('base64url').slice(0, 8)
  const cursorAfter = ({ sortKey }: Sorted) =>
    Buffer.from(JSON.stringify([tag, ...JSON.parse(sortKey)])).toString('base64url')
  const order: Omit<Keyset, 'read'> = {
    by: sql.join(columns.map(orderOf)),
    sortKey: sql<string>`json_build_array(${sql.join(columns.map(expressionOf))})::text`.as('sortKey'),
    after: cursor => (cursor ? afterValues(columns, valuesIn(cursor, tag, columns)) : sql`true`),
    page(found, limit) {
      const shown = found.slice(0, limit)
      return { shown, nextCursor: found.length > limit ? cursorAfter(shown.at(-1)!) : null }
    },
    cursorAfter,
  }
  return { ...order, read: (query, page) => readPage(order, query, page) }
}

async function readPage<Row>(order: Omit<Keyset, 'read'>, query: Query<Row>, { limit, cursor }: Page) {
  const sorted = query.select(order.sortKey).where(order.after(cursor)).orderBy(order.by)
  const { shown, nextCursor } = order.page(await sorted.limit(limit + 1).execute(), limit)
  return { shown: shown.map(({ sortKey: _, ...row }) => row as Row), nextCursor }
}

const expressionOf = ({ expression }: KeyColumn) => (typeof expression === 'string' ? sql.raw(expression) : expression)

const orderOf = (column: KeyColumn) =>
  sql`${expressionOf(column)} ${sql.raw(`${column.direction}${column.nulls ? ` nulls ${column.nulls}` : ''}`)}`

function valuesIn(cursor: string, tag: string, columns: readonly KeyColumn[]): Value[] {
  const [given, ...values] = partsOf(cursor)
  const fits = columns.every(({ type, nulls }, at) =>
    values[at] === null ? nulls !== undefined : IS_VALID[type](values[at]),
  )
  if (given !== tag || values.length !== columns.length || !fits)
    throw refuse('invalid_input', {}, { cursor: ['This page of the list is not known.'] })
  return values as Value[]
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function afterValues(columns: readonly KeyColumn[], values: readonly Value[]): RawBuilder<SqlBool> {
  const [{ direction }] = columns as [KeyColumn]
  if (columns.every(column => column.direction === direction && !column.nulls)) {
    // A comparison of rows is one range of an index.
    const found = sql.join(columns.map(expressionOf))
    return sql`(${found}) ${beyond(direction)} (${sql.join(columns.map((column, at) => typed(column, values[at]!)))})`
  }
  const branches = columns.map((column, at) => {
    const ties = columns.slice(0, at).map((tied, index) => isSame(tied, values[index]!))
    return sql`(${sql.join([...ties, isBeyond(column, values[at]!)], sql` and `)})`
  })
  return sql`(${sql.join(branches, sql` or `)})`
}

const beyond = (direction: Direction) => sql.raw(direction === 'asc' ? '>' : '<')
const typed = ({ type }: KeyColumn, value: Value) => sql`${value}::${sql.raw(type)}`

const isSame = (column: KeyColumn, value: Value) =>
  value === null ? sql`${expressionOf(column)} is null` : sql`${expressionOf(column)} = ${typed(column, value)}`

function isBeyond(column: KeyColumn, value: Value): RawBuilder<unknown> {
  const key = expressionOf(column)
  if (value === null) return column.nulls === 'first' ? sql`${key} is not null` : sql`false`
  const isFurther = sql`${key} ${beyond(column.direction)} ${typed(column, value)}`
  return column.nulls === 'last' ? sql`(${isFurther} or ${key} is null)` : isFurther
}

/** The form in which PostgreSQL writes timestamps into JSON. */
const TIMESTAMP = /^([1-9]\d{3}-\d\d-\d\d)T\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/
/** JavaScript reads 31 February as a day in March, and PostgreSQL refuses it. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)

const isInteger = (limit: number) => (value: unknown) => Number.isInteger(value) && Math.abs(Number(value)) <= limit

/** True for values that PostgreSQL can cast to the type; a failed cast would answer 500. */
const IS_VALID = {
  uuid: (value: unknown) => typeof value === 'string' && isUuid(value),
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  integer: isInteger(2 ** 31 - 1),
  bigint: isInteger(Number.MAX_SAFE_INTEGER),
  float8: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  timestamptz: (value: unknown) =>
    typeof value === 'string' && isDay(TIMESTAMP.exec(value)?.[1] ?? '-') && !Number.isNaN(Date.parse(value)),
}
