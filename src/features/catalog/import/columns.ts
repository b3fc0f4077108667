import { flag, type Kind } from '#kernel/fields/field-kinds.ts'
import type { AdminProduct, AdminVariant } from '../products/admin-contract.ts'
import { type FieldName, fieldOf, PRODUCT, valuesOf } from '../products/product-fields.ts'

type ProductColumn = {
  header: string
  /** The name in the product's schemas. */
  field: FieldName | 'images' | 'isDraft'
  cellOf: (product: AdminProduct) => string
  /** Parses a cell into the value that the product schemas take; undefined leaves the field unchanged. */
  valueIn: (cell: string) => unknown
}

/** True makes a new product a draft. A file publishes nothing, because no press said what becomes public. */
const DRAFT = flag('Draft', false) as Required<Kind<boolean, boolean, boolean>>

/**
 * Columns of a product CSV, for export and import. A product has one line per variant: `address` identifies the product, `sku` the
 * variant. A list has one item per line within its cell.
 */
export const PRODUCT_COLUMNS: readonly ProductColumn[] = [
  ...PRODUCT.names.map((field): ProductColumn => {
    const { csv, cellOf, valueIn } = fieldOf(field)
    return { header: csv ?? field, field, cellOf: product => cellOf(valuesOf(product)[field]), valueIn }
  }),
  {
    header: 'images',
    field: 'images',
    cellOf: product => product.images.join('\n'),
    valueIn: cell => cell.split(/\s+/).filter(Boolean),
  },
  { header: 'draft', field: 'isDraft', cellOf: ({ isDraft }) => DRAFT.cellOf(isDraft), valueIn: DRAFT.valueIn },
]

const VARIANT_COLUMNS = {
  sku: variant => variant.sku,
  size: variant => variant.options.size ?? '',
  color: variant => variant.options.color ?? '',
  /** Empty: the product's price and sale price. */
  variantPrice: variant => String(variant.price ?? ''),
  stock: variant => String(variant.stockOnHand ?? ''),
  /** The stock at export. Only the difference to it is applied, so sales since then are kept. */
  stockWas: variant => String(variant.stockOnHand ?? ''),
  variantImage: variant => variant.image ?? '',
  /** Empty: not known. */
  weightGrams: variant => String(variant.weightGrams ?? ''),
  place: variant => variant.place ?? '',
} as const satisfies Record<string, (variant: AdminVariant) => string>

export type VariantColumn = keyof typeof VARIANT_COLUMNS
export const VARIANT_FIELDS = Object.keys(VARIANT_COLUMNS) as VariantColumn[]
export const HEADERS: readonly string[] = [...PRODUCT_COLUMNS.map(({ header }) => header), ...VARIANT_FIELDS]

/** A product as rows of cells, one per variant. */
export const linesOf = (product: AdminProduct): string[][] =>
  product.variants.map(variant => [
    ...PRODUCT_COLUMNS.map(({ cellOf }) => cellOf(product)),
    ...VARIANT_FIELDS.map(field => VARIANT_COLUMNS[field](variant)),
  ])

/** A line of the file, with only the columns that the file has. */
export type Line = { line: number; cells: Partial<Record<string, string>> }
