import { numberIn } from '#platform/typed-number.ts'
import type { AdminProduct, AdminVariant } from '../admin-contract.ts'

/**
 * The columns of a file of products, as the export writes and the import reads them. A product has a line for each of its variants;
 * `address` tells the lines of one product, `sku` its variants. Lists stand one thing to a line within their cell.
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
  /** The stock when the file was written: then only the difference counts, and what is sold meanwhile stays sold. */
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

/** A product as lines of cells, one for each variant. */
export const linesOf = (product: AdminProduct): string[][] =>
  product.variants.map(variant => [
    ...PRODUCT_FIELDS.map(field => PRODUCT_COLUMNS[field](product)),
    ...VARIANT_FIELDS.map(field => VARIANT_COLUMNS[field](variant)),
  ])

const yesOrNo = (flag: boolean) => (flag ? 'yes' : 'no')

/** A thing of a list on one line: what would end the line, or begin a sign, is written as a sign. */
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

/** `Name: value` to a line; the first colon that is no sign ends the name. */
const mapOf = (cell: string): Record<string, string> =>
  Object.fromEntries(
    linesIn(cell).map(line => {
      const [, name = line, value = ''] = /^((?:\\.|[^\\:])*):?(.*)$/s.exec(line) ?? []
      return [unescaped(name.trim()), unescaped(value.trim())]
    }),
  )

export const numberOrNull = (cell: string): number | null => (cell.trim() === '' ? null : numberIn(cell))

const FLAGS: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false }
/** Null for what is neither yes nor no, which the schema refuses. */
const flagOf = (cell: string): boolean | null => FLAGS[cell.toLowerCase()] ?? null

/** What an empty cell leaves as it is; of the others it means nothing: no sale price, no features. */
const unlessEmpty =
  <T>(read: (cell: string) => T) =>
  (cell: string): T | undefined =>
    cell === '' ? undefined : read(cell)
const same = (cell: string) => cell

/** The value of a product's cell as the schemas of products take it, under the schema's name of the field. */
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

/** A product's cell as it would be written now. */
export const cellOf = (product: AdminProduct, column: ProductColumn): string => PRODUCT_COLUMNS[column](product)
