import type { Selectable } from 'kysely'
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
} from '#kernel/fields/field-kinds.ts'
import { fieldIn, fieldTable } from '#kernel/fields/field-table.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import type { Product as ProductTable } from '#platform/db/tables.ts'

export type StoredProduct = Selectable<ProductTable>

type Described = {
  /** CSV column and name in the audit log, where they differ from the field's name. */
  csv?: string
  fact?: string
  hint?: string
  /** The form shows it in its last section. Other fields have their own place in `admin/editor/product-form.tsx`. */
  isDetail?: boolean
}
const field = fieldIn<StoredProduct>()

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

export type FieldName = keyof typeof FIELDS
type AnyField = Required<Kind<unknown, unknown, unknown>> & Described
export const fieldOf = (name: FieldName) => FIELDS[name] as AnyField

export const PRODUCT = fieldTable(FIELDS)
export type ProductValues = ReturnType<typeof PRODUCT.valuesOf>
/** The values as typed: numbers and lists stay text until the form is sent, so the form never changes the typed text. */
export type TypedValues = typeof PRODUCT.blank

/** The values of a product for staff. */
export const valuesOf = ({
  forSale,
  ...product
}: Omit<ProductValues, 'inStock'> & { forSale: boolean }): ProductValues => ({
  ...product,
  inStock: forSale,
})
