import { numberIn } from '#kernel/values/typed-number.ts'
import type { AdminProduct, AdminVariant } from '../admin/admin-contract.ts'

/**
 * Columns of a product CSV, for export and import. A product has one line per variant: `address` identifies the product, `sku` the
 * variant. A list has one item per line within its cell.
 */
const PRODUCT_COLUMNS = {
  address: product => product.slug,
  name: product => product.name,
  description: product => product.description,
  tier: product => product.tier,
  price: product => product.price.toFixed(2),
  salesPrice: product => product.salesPrice?.toFixed(2) ?? '',
  entries: product => String(product.entries),
  category: product => product.category,
  displayOrder: product => String(product.displayOrder ?? ''),
  isSubscription: product => yesOrNo(product.isSubscription),
  interval: product => product.interval,
  inStock: product => yesOrNo(product.forSale),
  features: product => product.features.map(escaped).join('\n'),
  specifications: product =>
    Object.entries(product.specifications)
      .map(([name, value]) => `${escaped(name).replaceAll(':', '\\:')}: ${escaped(value)}`)
      .join('\n'),
  images: product => product.images.join('\n'),
} as const satisfies Record<string, (product: AdminProduct) => string>

const VARIANT_COLUMNS = {
  sku: variant => variant.sku,
  size: variant => variant.options.size ?? '',
  color: variant => variant.options.color ?? '',
  stock: variant => String(variant.stockOnHand ?? ''),
  /** The stock at export. Only the difference to it is applied, so sales since then are kept. */
  stockWas: variant => String(variant.stockOnHand ?? ''),
  variantImage: variant => variant.image ?? '',
} as const satisfies Record<string, (variant: AdminVariant) => string>

export type ProductColumn = keyof typeof PRODUCT_COLUMNS
export type VariantColumn = keyof typeof VARIANT_COLUMNS
export type Column = ProductColumn | VariantColumn

const keysOf = <K extends string>(columns: Record<K, unknown>) => Object.keys(columns) as K[]
export const PRODUCT_FIELDS = keysOf(PRODUCT_COLUMNS)
export const VARIANT_FIELDS = keysOf(VARIANT_COLUMNS)
export const COLUMNS: readonly Column[] = [...PRODUCT_FIELDS, ...VARIANT_FIELDS]

/** A product as rows of cells, one per variant. */
export const linesOf = (product: AdminProduct): string[][] =>
  product.variants.map(variant => [
    ...PRODUCT_FIELDS.map(field => PRODUCT_COLUMNS[field](product)),
    ...VARIANT_FIELDS.map(field => VARIANT_COLUMNS[field](variant)),
  ])

const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no')

/** Escapes a list item to one line: a line break or backslash becomes an escape sequence. */
const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
const SIGNS: Record<string, string> = { n: '\n', r: '\r' }
const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => SIGNS[sign] ?? sign)

const linesIn = (cell: string) =>
  cell
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(Boolean)

const listOf = (cell: string): string[] => linesIn(cell).map(unescaped)
const imagesOf = (cell: string): string[] => cell.split(/\s+/).filter(Boolean)

/** One `Name: value` per line; the first unescaped colon ends the name. */
const mapOf = (cell: string): Record<string, string> =>
  Object.fromEntries(
    linesIn(cell).map(line => {
      const [, name = line, value = ''] = /^((?:\\.|[^\\:])*):?(.*)$/s.exec(line) ?? []
      return [unescaped(name.trim()), unescaped(value.trim())]
    }),
  )

export const numberOrNull = (cell: string): number | null => (cell.trim() === '' ? null : numberIn(cell))

const FLAGS: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }
/** Null for a text that is neither yes nor no; the schema refuses it. */
const flagOf = (cell: string): boolean | null => FLAGS[cell.toLowerCase()] ?? null

/** For fields that an empty cell leaves unchanged. For the other fields an empty cell means none: no sale price, no features. */
const unlessEmpty =
  <T>(read: (cell: string) => T) =>
  (cell: string): T | undefined =>
    cell === '' ? undefined : read(cell)
const same = (cell: string) => cell

/** Parses a product's cell into the value that the product schemas take. */
export const READERS: Record<ProductColumn, (cell: string) => unknown> = {
  address: unlessEmpty(same),
  name: unlessEmpty(same),
  description: same,
  tier: unlessEmpty(same),
  price: unlessEmpty(numberIn),
  salesPrice: numberOrNull,
  entries: unlessEmpty(numberIn),
  category: unlessEmpty(same),
  displayOrder: numberOrNull,
  isSubscription: unlessEmpty(flagOf),
  interval: unlessEmpty(cell => cell.toLowerCase()),
  inStock: unlessEmpty(flagOf),
  features: listOf,
  specifications: mapOf,
  images: imagesOf,
}

/** A product's cell as the export writes it now. */
export const cellOf = (product: AdminProduct, column: ProductColumn): string => PRODUCT_COLUMNS[column](product)

/** A line of the file, with only the columns that the file has. */
export type Line = { line: number; cells: Partial<Record<Column, string>> }
