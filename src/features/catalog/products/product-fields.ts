import type { Selectable, Updateable } from 'kysely'
import type { ZodOptional } from 'zod'
import { TIERS } from '#kernel/values/tiers.ts'
import type { Product as ProductTable } from '#platform/db/tables.ts'
import {
  choice,
  flag,
  type Kind,
  lines,
  money,
  optional,
  pairs,
  requiredText,
  text,
  textInput,
  whole,
} from './field-kinds.ts'

export type StoredProduct = Selectable<ProductTable>

type Described = {
  /** CSV column and name in the audit log, where they differ from the field's name. */
  csv?: string
  fact?: string
  /** Hint of the form's field. */
  hint?: string
  /** The form shows it in its last section. Other fields have their own place in `admin/editor/product-form.tsx`. */
  isDetail?: boolean
}

const field = <C extends keyof StoredProduct, V, T>(
  column: C,
  kind: Kind<V, T, StoredProduct[C]>,
  described: Described = {},
) => ({ column, ...kind, ...described })

/**
 * The one description of a product's fields. From it follow the schemas of answers and bodies, the columns that are read and
 * written, the values of the editor's form, the columns of the CSV and the names in the audit log.
 */
export const FIELDS = {
  slug: field(
    'slug',
    {
      ...requiredText('Address', 140),
      input: textInput('Address', 140).regex(
        /^[a-z0-9]+(-[a-z0-9]+)*$/,
        'Address can have only small letters, digits and single hyphens',
      ),
    },
    { csv: 'address', fact: 'path', hint: 'Empty: made from the name' },
  ),
  name: field('name', requiredText('Name', 120), { fact: 'title' }),
  description: field('description', text('Description', 5000)),
  tier: field('tier', choice('Tier', TIERS)),
  price: field('price_cents', money('Price')),
  /** Preferred over `price` when set, always below it. */
  salesPrice: field('sale_price_cents', optional(money('Sale price')), { hint: 'Below the regular price' }),
  /** Credits of the tier that one unit earns. */
  entries: field('entries', whole('Entries', 1000), { hint: 'Credits per unit' }),
  /** Defaults to the tier for a new product. */
  category: field('category', requiredText('Category', 60), { hint: 'Empty: the tier' }),
  displayOrder: field('display_order', optional(whole('Display order', 1_000_000)), {
    hint: 'Lower shows first; empty: random placement',
  }),
  isSubscription: field('is_subscription', flag('Subscription', false)),
  interval: field('interval', {
    ...choice<'month' | 'year'>('Interval', ['month', 'year']),
    valueIn: cell => cell.toLowerCase() || undefined,
  }),
  /** False stops the sale, whatever the stock. Answers for staff name it `forSale`: their `inStock` tells whether stock is left. */
  inStock: field('for_sale', flag('In stock', true), {
    fact: 'forSale',
    hint: 'Without it the product is not for sale, with or without stock',
  }),
  features: field('features', lines('Features', 'A feature', 200, 30), { hint: 'One per line', isDetail: true }),
  specifications: field('specifications', pairs('Specifications', 'A specification', 40), {
    hint: 'One per line, such as Weight: 1 lb',
    isDetail: true,
  }),
}

type Fields = typeof FIELDS
export type FieldName = keyof Fields
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

export type ProductValues = { [F in FieldName]: ReturnType<Fields[F]['fromStore']> }
/** The values as typed: numbers and lists stay text until the form is sent, so the form never changes the typed text. */
export type TypedValues = { [F in FieldName]: ReturnType<Fields[F]['typedOf']> }

type AnyField = Kind<unknown, unknown, unknown> & Described & { column: keyof StoredProduct }
export const fieldOf = (name: FieldName) => FIELDS[name] as AnyField

const byName = (of: (field: AnyField, name: FieldName) => unknown) =>
  Object.fromEntries(FIELD_NAMES.map(name => [name, of(fieldOf(name), name)]))

/** The schemas of the fields in answers, and in bodies that change a product. */
export const SHOWN = byName(({ shown }) => shown) as { [F in FieldName]: Fields[F]['shown'] }
export const CHANGED = byName(({ input }) => input.optional()) as { [F in FieldName]: ZodOptional<Fields[F]['input']> }

/** Values of a new product that leaves these fields out. */
export const INITIAL = byName(({ initial }) => initial) as Omit<ProductValues, 'slug' | 'name' | 'price' | 'category'>
/** The fields of an empty form. */
export const BLANK = byName(({ blank }) => blank) as TypedValues
/** The fields in sentences. */
export const LABELS = byName(({ label }) => label) as Record<FieldName, string>

export const COLUMNS = FIELD_NAMES.map(name => FIELDS[name].column)
type StoredFields = Pick<StoredProduct, Fields[FieldName]['column']>

export const valuesOfRow = (row: StoredFields) =>
  byName(({ column, fromStore }) => fromStore(row[column as keyof StoredFields])) as ProductValues

/** Columns of the given values; a value that is left out leaves its column unchanged. */
export const columnsOf = (values: Partial<ProductValues>): Updateable<ProductTable> =>
  Object.fromEntries(
    FIELD_NAMES.filter(name => values[name] !== undefined).map(name => [
      FIELDS[name].column,
      fieldOf(name).toStore(values[name]),
    ]),
  )

export const typedValues = (values: ProductValues) =>
  byName((field, name) => field.typedOf(values[name])) as TypedValues
export const valuesOfTyped = (typed: TypedValues) =>
  byName((field, name) => field.valueOf(typed[name])) as ProductValues

/** The values of a product for staff. */
export const valuesOf = ({
  forSale,
  ...product
}: Omit<ProductValues, 'inStock'> & { forSale: boolean }): ProductValues => ({
  ...product,
  inStock: forSale,
})
