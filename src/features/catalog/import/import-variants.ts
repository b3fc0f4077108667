import { numberOrNull } from '#kernel/fields/field-kinds.ts'
import type { AdminProduct, ImportItem } from '../products/admin-contract.ts'
import type { VariantInput } from '../products/product-input.ts'
import { skuOf } from '../rules.ts'
import { type Line, VARIANT_FIELDS, type VariantColumn } from './columns.ts'

type PlannedVariant = VariantInput & { held: number; onHand: number | null }

/** The variants of a product after the import: existing ones, changed or not, then new ones. */
export type PlannedVariants = {
  inputs: VariantInput[]
  /** Line of each variant in the file; undefined when the file leaves the variant out. */
  lines: (number | undefined)[]
  changes: ImportItem['changes']
  problems: ImportItem['problems']
}

/** @param name the product's name, from which a missing SKU is made. */
export function variantsOf(group: readonly Line[], product: AdminProduct | undefined, name: string): PlannedVariants {
  const variants = (product?.variants ?? []).map(
    ({ id, sku, options, price, weightGrams, place, stockOnHand, held, image }): PlannedVariant => ({
      id,
      sku,
      options,
      price,
      weightGrams,
      place,
      stock: stockOnHand,
      stockSeen: stockOnHand,
      image,
      held,
      onHand: stockOnHand,
    }),
  )
  const planned: PlannedVariants = { inputs: [], lines: variants.map(() => undefined), changes: [], problems: [] }
  for (const line of group) {
    if (VARIANT_FIELDS.every(field => !line.cells[field]?.trim())) continue
    const at = placeOf(line, variants)
    if (at < 0) {
      planned.lines.push(line.line)
      variants.push(newVariant(line, name, planned))
    } else if (planned.lines[at] !== undefined) {
      planned.problems.push({ line: line.line, message: `This variant is already on line ${planned.lines[at]}.` })
    } else {
      planned.lines[at] = line.line
      changeVariant(line, variants[at]!, planned)
    }
  }
  return { ...planned, inputs: variants.map(({ held: _, onHand: __, ...input }) => input) }
}

const cell = ({ cells }: Line, field: VariantColumn) => cells[field]?.trim() ?? ''

/** Index of the variant of a line: by SKU, or by size and color without one. */
function placeOf(line: Line, variants: readonly PlannedVariant[]): number {
  const sku = cell(line, 'sku')
  if (sku) return variants.findIndex(variant => variant.sku === sku)
  const [size, color] = [cell(line, 'size'), cell(line, 'color')]
  return variants.findIndex(({ options }) => (options.size ?? '') === size && (options.color ?? '') === color)
}

const optionsOf = (size: string, color: string) => ({ ...(size && { size }), ...(color && { color }) })

function newVariant(line: Line, name: string, planned: PlannedVariants): PlannedVariant {
  const options = optionsOf(cell(line, 'size'), cell(line, 'color'))
  const sku = cell(line, 'sku') || skuOf(name, options)
  const stock = numberOrNull(cell(line, 'stock'))
  planned.changes.push({
    field: `variant ${sku}`,
    before: null,
    after: stock === null ? 'not counted' : `stock ${stock}`,
  })
  const price = numberOrNull(cell(line, 'variantPrice'))
  const weightGrams = numberOrNull(cell(line, 'weightGrams'))
  const [place, image] = [cell(line, 'place') || null, cell(line, 'variantImage') || null]
  return { sku, options, price, weightGrams, place, stock, image, held: 0, onHand: null }
}

function changeVariant(line: Line, variant: PlannedVariant, planned: PlannedVariants): void {
  const changed = (column: VariantColumn, field: string, before = '') => {
    const after = line.cells[column] === undefined ? before : cell(line, column)
    if (after !== before) planned.changes.push({ field: `${field} of ${variant.sku}`, before, after })
    return after
  }
  const { size, color } = variant.options
  const { size: _, color: __, ...others } = variant.options
  variant.options = { ...others, ...optionsOf(changed('size', 'size', size), changed('color', 'color', color)) }
  variant.price = numberOrNull(changed('variantPrice', 'price', String(variant.price ?? '')))
  variant.weightGrams = numberOrNull(changed('weightGrams', 'weight', String(variant.weightGrams ?? '')))
  variant.place = changed('place', 'shelf', variant.place ?? '') || null
  variant.image = changed('variantImage', 'image', variant.image ?? '') || null
  changeStock(line, variant, planned)
}

/** Sets the stock. When the file has the stock at export, only the difference is applied, so that sales since the export are kept. */
function changeStock(line: Line, variant: PlannedVariant, planned: PlannedVariants): void {
  if (line.cells.stock === undefined) return
  const [wanted, was] = [cell(line, 'stock'), cell(line, 'stockWas')]
  if (line.cells.stockWas !== undefined && wanted === was) return
  const stock = numberOrNull(wanted)
  const seen = was && variant.onHand !== null ? numberOrNull(was) : null
  const left = stock !== null && seen !== null && variant.onHand !== null ? variant.onHand + stock - seen : stock
  if (left === variant.onHand) return
  const { sku, held } = variant
  if (left !== null && left < held) {
    const message = `Open payments hold ${held} of ${sku}, so its stock cannot be set to ${left}.`
    planned.problems.push({ line: line.line, message })
  }
  const byDifference = seen !== null && stock !== null
  planned.changes.push({
    field: `stock of ${sku}`,
    before: byDifference ? null : String(variant.onHand ?? 'not counted'),
    after: byDifference ? signed(stock - seen) : String(stock ?? 'not counted'),
  })
  variant.stock = stock
  variant.stockSeen = seen ?? variant.onHand
}

const signed = (difference: number) => (difference > 0 ? `+${difference}` : String(difference))
