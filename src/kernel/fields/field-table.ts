import type { z } from 'zod'
import type { Kind } from './field-kinds.ts'

export type Field = Kind<unknown, unknown, unknown> & {
  /** Without a column, the record's queries and commands store the field themselves. */
  column?: string
  /** Hint of the form's field. */
  hint?: string
  /** The field within sentences, where that is not its label in small letters. */
  called?: string
}
type Fields = Record<string, Field>

/** Makes fields of a table's row: the kind fits the column. */
export const fieldIn =
  <Row>() =>
  <C extends keyof Row & string, K extends Kind<unknown, unknown, Row[C]>, D extends object = object>(
    column: C,
    kind: K,
    described?: D,
  ) => ({ column, ...kind, ...(described as D) })

type ValuesOf<F extends Fields> = { [N in keyof F]: ReturnType<F[N]['fromStore']> }
type TypedOf<F extends Fields> = { [N in keyof F]: ReturnType<F[N]['typedOf']> }
type InColumns<F extends Fields> = { [N in keyof F as F[N] extends { column: string } ? N : never]: F[N] }
type ColumnOf<F extends Fields, N extends keyof F> = F[N] extends { column: infer C extends string } ? C : never
type Columns<F extends Fields> = { [N in keyof F]: ColumnOf<F, N> }[keyof F]
type ColumnsOf<F extends Fields, V> = { [N in keyof V & keyof F as ColumnOf<F, N>]: ReturnType<F[N]['toStore']> }
type InitialOf<F extends Fields> = {
  [N in keyof F as undefined extends F[N]['initial'] ? never : N]: F[N]['initial']
}

/**
 * What follows from the one description of a record's fields: the schemas of answers and bodies, the columns that are read and written,
 * the values of the form, and the names in sentences.
 */
export function fieldTable<F extends Fields>(fields: F) {
  type Name = keyof F & string
  const names = Object.keys(fields) as Name[]
  const stored = names.filter(name => fields[name]!.column)
  const byName = (of: (field: Field, name: Name) => unknown, among = names) =>
    Object.fromEntries(among.map(name => [name, of(fields[name]!, name)]))
  return {
    fields,
    names,
    /** The schemas of the fields in answers, in bodies, and in bodies that may leave each out. */
    shown: byName(({ shown }) => shown) as { [N in keyof F]: F[N]['shown'] },
    input: byName(({ input }) => input) as { [N in keyof F]: F[N]['input'] },
    /** The schemas in the body of a new record: a field with an initial value may be left out. */
    created: byName(({ input, initial }) => (initial === undefined ? input : input.default(initial))) as {
      [N in keyof F]: undefined extends F[N]['initial'] ? F[N]['input'] : z.ZodDefault<F[N]['input']>
    },
    changed: byName(({ input }) => input.optional()) as { [N in keyof F]: z.ZodOptional<F[N]['input']> },
    /** Values of a new record that leaves these fields out. */
    initial: byName(({ initial }) => initial) as InitialOf<F>,
    /** The fields of an empty form. */
    blank: byName(({ blank }) => blank) as TypedOf<F>,
    labels: byName(({ label }) => label) as Record<Name, string>,
    /** The fields within sentences. */
    called: byName(({ label, called = label.toLowerCase() }) => called) as Record<Name, string>,
    columns: stored.map(name => fields[name]!.column) as Columns<F>[],
    valuesOfRow: (row: Record<Columns<F>, unknown>) =>
      byName(({ column, fromStore }) => fromStore(row[column as keyof typeof row]), stored) as ValuesOf<InColumns<F>>,
    /** Columns of the given values; a value that is left out leaves its column unchanged. */
    columnsOf: <V extends { [N in keyof F]?: ValuesOf<F>[N] | undefined }>(values: V) =>
      Object.fromEntries(
        stored
          .filter(name => values[name] !== undefined)
          .map(name => [fields[name]!.column, fields[name]!.toStore(values[name])]),
      ) as ColumnsOf<F, V>,
    typedOf: (values: ValuesOf<F>) => byName((field, name) => field.typedOf(values[name])) as TypedOf<F>,
    valuesOf: (typed: TypedOf<F>) => byName((field, name) => field.valueOf(typed[name])) as ValuesOf<F>,
    /** A typed value in words, for the choice between two edits. */
    saidOf(name: Name, typed: TypedOf<F>): string {
      const value = typed[name] as unknown
      if (fields[name]!.said) return fields[name]!.said(value)
      return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)
    },
    /** Props of the form's field. */
    controlOf(name: Name) {
      const { label, hint, maxLength, inputMode, prefix } = fields[name]!
      return { label, hint, maxLength, inputMode, prefix }
    },
  }
}
