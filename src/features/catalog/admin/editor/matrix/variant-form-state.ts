import { randomId } from '#kernel/client/calls/idempotency-key.ts'
import { numberOrNull } from '#kernel/fields/field-kinds.ts'
import { numberIn } from '#kernel/values/typed-number.ts'
import type { AdminProduct } from '../../../products/admin-contract.ts'
import { FIELDS } from '../../../products/product-fields.ts'
import { optionKey, type VariantInput } from '../../../products/product-input.ts'
import { optionLabel, optionNames, optionsInWords, skuOf } from '../../../rules.ts'

/** A value of an option, such as "Coyote". A renamed value keeps its key, and with it the variants. */
export type ValueFormState = {
  key: string
  text: string
  /** Taken out; its stored variants leave the store when the form is saved. */
  isOut: boolean
}
export type OptionFormState = { key: string; name: string; values: ValueFormState[] }

export type VariantFormState = {
  /** Key within this form only, so that a row keeps its fields when rows are added or removed. */
  key: string
  id: string | null
  /** The key of the value of each option, by the option's key. */
  picks: Readonly<Record<string, string>>
  /** False: this combination is not sold. */
  isSold: boolean
  sku: string
  /** Null: the product's price, which it follows. */
  price: string | null
  /** Grams of one unit; empty: not known. */
  weightGrams: string
  /** The shelf; empty: none. */
  place: string
  /** False: sold without limit. */
  isCounted: boolean
  stock: string
  stockSeen: number | null
  held: number
  image: string | null
}

/** The options of a product and a row for each combination of their values; a product without options has one row. */
export type Matrix = {
  options: OptionFormState[]
  rows: VariantFormState[]
  /** Stored variants whose option was taken out, in words. */
  gone: GoneVariant[]
}

/** `row` and `option` as they were, and the value of the option whose variants stayed: the way back. */
export type GoneVariant = { label: string; row: VariantFormState; option: OptionFormState; kept: string }

/** Leaves the stock empty: a prefilled number would be wrong without being noticed. */
export const newVariant = (given: Partial<VariantFormState> = {}): VariantFormState => ({
  key: randomId(),
  id: null,
  picks: {},
  isSold: true,
  sku: '',
  price: null,
  weightGrams: '',
  place: '',
  isCounted: true,
  stock: '',
  stockSeen: null,
  held: 0,
  image: null,
  ...given,
})

/** The variants of a new product. */
export const newMatrix = (): Matrix => ({ options: [], rows: [newVariant()], gone: [] })

const valueKey = (name: string, text: string) => `${name}:${text}`

/** The variants of a stored product. */
export function matrixOf({ variants }: Pick<AdminProduct, 'variants'>): Matrix {
  const names = optionNames(Object.assign({}, ...variants.map(({ options }) => options)))
  const options = names.map(name => ({
    key: name,
    name: optionLabel(name),
    values: [...new Set(variants.map(({ options }) => options[name] ?? ''))].map(text => ({
      key: valueKey(name, text),
      text,
      isOut: false,
    })),
  }))
  const rows = variants.map(({ id, sku, options, price: own, weightGrams, place, stockOnHand, held, image }) => ({
    key: id,
    id,
    picks: Object.fromEntries(names.map(name => [name, valueKey(name, options[name] ?? '')])),
    isSold: true,
    sku,
    price: own === null ? null : FIELDS.price.typedOf(own),
    weightGrams: String(weightGrams ?? ''),
    place: place ?? '',
    isCounted: stockOnHand !== null,
    stock: String(stockOnHand ?? ''),
    stockSeen: stockOnHand,
    held,
    image,
  }))
  return { options, rows, gone: [] }
}

const isOut = (value: ValueFormState | undefined) => !value || value.isOut
const valueIn = (option: OptionFormState, row: Pick<VariantFormState, 'picks'>) =>
  option.values.find(({ key }) => key === row.picks[option.key])

/** Whether the form sends this row. */
export const isLive = ({ options }: Pick<Matrix, 'options'>, row: VariantFormState): boolean =>
  row.isSold && options.every(option => !isOut(valueIn(option, row)))

/** The rows that the form sends, in the order of the request. */
export const liveRows = (matrix: Matrix): VariantFormState[] => matrix.rows.filter(row => isLive(matrix, row))

/** A combination in words: "Coyote, XL". */
export const labelOf = ({ options }: Pick<Matrix, 'options'>, row: Pick<VariantFormState, 'picks'>): string =>
  options
    .map(option => valueIn(option, row)?.text.trim())
    .filter(Boolean)
    .join(', ')

const optionsOf = ({ options }: Matrix, row: VariantFormState): Record<string, string> =>
  Object.fromEntries(
    options
      .map(option => [optionKey(option.name), valueIn(option, row)?.text.trim() ?? ''] as const)
      .filter(([, text]) => text !== ''),
  )

/** The product as typed, as far as its variants need it. */
export type ProductWords = { name: string; price: string; isSubscription: boolean }

/** The price of a row where it differs from the product's. Subscriptions and products without options have one price. */
function ownPrice({ options }: Matrix, row: VariantFormState, { price, isSubscription }: ProductWords): string | null {
  if (row.price === null || isSubscription || options.length === 0) return null
  return numberIn(row.price) === numberIn(price) ? null : row.price
}

/** The variants as the request has them. */
export function variantInputs(matrix: Matrix, product: ProductWords): VariantInput[] {
  const taken = new Set<string>()
  return liveRows(matrix).map(row => {
    const options = optionsOf(matrix, row)
    const price = ownPrice(matrix, row, product)
    const sku = row.sku.trim() || freeSku(skuOf(product.name, options), taken)
    taken.add(sku)
    return {
      ...(row.id && { id: row.id }),
      sku,
      options,
      price: price === null ? null : numberIn(price),
      weightGrams: numberOrNull(row.weightGrams),
      place: row.place.trim() || null,
      stock: row.isCounted ? numberIn(row.stock) : null,
      stockSeen: row.stockSeen,
      image: row.image,
    }
  })
}

/** Two values can differ in signs only, which a SKU does not have: "A+" and "A". */
function freeSku(sku: string, taken: ReadonlySet<string>): string {
  if (!taken.has(sku)) return sku
  for (let n = 2; ; n++) if (!taken.has(`${sku.slice(0, 61)}-${n}`)) return `${sku.slice(0, 61)}-${n}`
}

/** The variants in words, for the choice between two edits. */
export const matrixInWords = (matrix: Matrix, product: ProductWords): string =>
  liveRows(matrix)
    .map(row =>
      [
        row.sku || 'new',
        optionsInWords(optionsOf(matrix, row)),
        ownPrice(matrix, row, product),
        row.weightGrams && `${row.weightGrams} g`,
        row.place && `shelf ${row.place}`,
        row.isCounted ? `stock ${row.stock}` : 'not counted',
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n')
