import { numberOrNull } from '#kernel/fields/field-kinds.ts'
import type { AdminProduct, ImportItem } from '../products/admin-contract.ts'
import type { VariantInput } from '../products/product-input.ts'
import { skuOf } from '../rules.ts'
import { type Line, VARIANT_FIELDS, type VariantColumn } from './columns.ts'

type Draft = VariantInput & { held: number; onHand: number | null }

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
  const drafts = (product?.variants ?? []).map(
    ({ id, sku, options, price, stockOnHand, held, image }): Draft => ({
      id,
      sku,
      options,
      price,
      stock: stockOnHand,
      stockSeen: stockOnHand,
      image,
      held,
      onHand: stockOnHand,
    }),
  )
  const planned: PlannedVariants = { inputs: [], lines: drafts.map(() => undefined), changes: [], problems: [] }
  for (const line of group) {
    if (VARIANT_FIELDS.every(field => !line.cells[field]?.trim())) continue
    const at = placeOf(line, drafts)
    if (at < 0) {
      planned.lines.push(line.line)
      drafts.push(newVariant(line, name, planned))
    } else if (planned.lines[at] !== undefined) {
      planned.problems.push({ line: line.line, message: `This variant is already on line ${planned.lines[at]}.` })
    } else {
      planned.lines[at] = line.line
      changeVariant(line, drafts[at]!, planned)
    }
  }
  return { ...planned, inputs: drafts.map(({ held: _, onHand: __, ...input }) => input) }
}

const cell = ({ cells }: Line, field: VariantColumn) => cells[field]?.trim() ?? ''

/** Index of the variant of a line: by SKU, or by size and color without one. */
function placeOf(line: Line, drafts: readonly Draft[]): number {
  const sku = cell(line, 'sku')
  if (sku) return drafts.findIndex(draft => draft.sku === sku)
  const [size, color] = [cell(line, 'size'), cell(line, 'color')]
  return drafts.findIndex(({ options }) => (options.size ?? '') === size && (options.color ?? '') === color)
}

const optionsOf = (size: string, color: string) => ({ ...(size && { size }), ...(color && { color }) })

function newVariant(line: Line, name: string, planned: PlannedVariants): Draft {
  const options = optionsOf(cell(line, 'size'), cell(line, 'color'))
  const sku = cell(line, 'sku') || skuOf(name, options)
  const stock = numberOrNull(cell(line, 'stock'))
  planned.changes.push({
    field: `variant ${sku}`,
    before: null,
    after: stock === null ? 'not counted' : `stock ${stock}`,
  })
  const price = numberOrNull(cell(line, 'variantPrice'))
  return { sku, options, price, stock, image: cell(line, 'variantImage') || null, held: 0, onHand: null }
}

function changeVariant(line: Line, draft: Draft, planned: PlannedVariants): void {
  const changed = (column: VariantColumn, field: string, before = '') => {
    const after = line.cells[column] === undefined ? before : cell(line, column)
    if (after !== before) planned.changes.push({ field: `${field} of ${draft.sku}`, before, after })
    return after
  }
  const { size, color } = draft.options
  const { size: _, color: __, ...others } = draft.options
  draft.options = { ...others, ...optionsOf(changed('size', 'size', size), changed('color', 'color', color)) }
  draft.price = numberOrNull(changed('variantPrice', 'price', String(draft.price ?? '')))
  draft.image = changed('variantImage', 'image', draft.image ?? '') || null
  changeStock(line, draft, planned)
}

/** Sets the stock. When the file has the stock at export, only the difference is applied, so that sales since the export are kept. */
function changeStock(line: Line, draft: Draft, planned: PlannedVariants): void {
  if (line.cells.stock === undefined) return
  const [wanted, was] = [cell(line, 'stock'), cell(line, 'stockWas')]
  if (line.cells.stockWas !== undefined && wanted === was) return
  const stock = numberOrNull(wanted)
  const seen = was && draft.onHand !== null ? numberOrNull(was) : null
  const left = stock !== null && seen !== null && draft.onHand !== null ? draft.onHand + stock - seen : stock
  if (left === draft.onHand) return
  const { sku, held } = draft
  if (left !== null && left < held) {
    const message = `Open payments hold ${held} of ${sku}, so its stock cannot be set to ${left}.`
    planned.problems.push({ line: line.line, message })
  }
  const byDifference = seen !== null && stock !== null
  planned.changes.push({
    field: `stock of ${sku}`,
    before: byDifference ? null : String(draft.onHand ?? 'not counted'),
    after: byDifference ? signed(stock - seen) : String(stock ?? 'not counted'),
  })
  draft.stock = stock
  draft.stockSeen = seen ?? draft.onHand
}

const signed = (difference: number) => (difference > 0 ? `+${difference}` : String(difference))
