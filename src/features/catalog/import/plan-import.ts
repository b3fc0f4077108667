import type { AdminProduct } from '../admin/admin-contract.ts'
import { NewProduct, ProductChange } from '../products/product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM, slugOf } from '../rules.ts'
import type { Line } from './columns.ts'
import { cellOf, PRODUCT_FIELDS, type ProductColumn, READERS } from './columns.ts'
import type { Known, Planned } from './import-clashes.ts'
import { refuseTaken } from './import-clashes.ts'
import type { ImportItem } from './import-contract.ts'
import { variantsOf } from './import-variants.ts'

/**
 * Plans an import, both for the preview and for applying it. The plan creates and changes, and never removes: products and
 * variants that the file leaves out stay, and so do fields that an empty cell leaves unchanged.
 */
export function planImport(lines: readonly Line[], known: Known): Planned[] {
  const groups = [...grouped(lines).values()]
  const freeFor = freeAddresses(new Set([...known.addresses.keys(), ...groups.map(([first]) => addressOf(first!))]))
  const planned = groups.map(group => {
    const product = known.products.get(addressOf(group[0]!))
    return product ? planChange(group, product, known) : planCreation(group, known, freeFor)
  })
  refuseTaken(planned, known)
  return planned.map(item => (item.problems.length > 0 ? { ...item, action: 'refuse' } : item))
}

const addressOf = ({ cells }: Line) => cells.address?.trim() ?? ''

/** Lines per product: by address, and by name for new products without an address. */
function grouped(lines: readonly Line[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const key = addressOf(line) ? `at ${addressOf(line)}` : `new ${line.cells.name?.trim() ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return groups
}

/** Normalized for comparison, because spreadsheets write line endings differently. */
const plain = (cell: string) => cell.replaceAll('\r\n', '\n').trim()

/** The product's own cells: from its first line; other lines repeat them or leave them empty. */
function productCells(group: readonly Line[]) {
  const [first, ...others] = group as [Line, ...Line[]]
  const cells = Object.fromEntries(
    PRODUCT_FIELDS.flatMap(field => {
      const cell = first.cells[field]
      return cell === undefined ? [] : [[field, plain(cell)] as const]
    }),
  ) as Partial<Record<ProductColumn, string>>
  const problems = others.flatMap(({ line, cells: own }) =>
    PRODUCT_FIELDS.filter(field => plain(own[field] ?? '') !== '' && plain(own[field]!) !== cells[field]).map(
      field => ({
        line,
        message: `The column ${field} differs from line ${first.line}, which is of the same product.`,
      }),
    ),
  )
  return { first, cells, problems }
}

/** The schema's name of a column. */
const nameOf = (field: ProductColumn) => (field === 'address' ? 'slug' : field)

function planChange(group: readonly Line[], product: AdminProduct, known: Known): Planned {
  const { first, cells, problems } = productCells(group)
  const changes: ImportItem['changes'] = []
  const wanted: Record<string, unknown> = {}
  for (const field of PRODUCT_FIELDS) {
    const [before, cell] = [plain(cellOf(product, field)), cells[field]]
    if (field === 'address' || cell === undefined || cell === before) continue
    const value = READERS[field](cell)
    // Different text with an equal value, such as 19.9 and 19.90.
    if (value === undefined || JSON.stringify(value) === JSON.stringify(READERS[field](before))) continue
    wanted[nameOf(field)] = value
    changes.push({ field, before, after: cell })
  }
  const variants = variantsOf(group, product, product.name)
  if (variants.changes.length > 0) wanted.variants = variants.inputs
  const checked = ProductChange.safeParse(wanted)
  const found = [...problems, ...variants.problems, ...problemsOf(checked, first.line, variants.lines)]
  const input = checked.data ?? {}
  const sale = input.salesPrice === undefined ? product.salesPrice : input.salesPrice
  if (!isSalePriceFine(input.price ?? product.price, sale))
    found.push({ line: first.line, message: SALE_PRICE_PROBLEM })
  const all = [...changes, ...variants.changes]
  return {
    line: first.line,
    name: product.name,
    action: all.length > 0 ? 'change' : 'same',
    changes: all,
    problems: [...found, ...strangeImages(input, first.line, known)],
    product,
    input,
  }
}

function planCreation(group: readonly Line[], known: Known, freeFor: FreeAddress): Planned {
  const { first, cells, problems } = productCells(group)
  const name = cells.name ?? ''
  const slug = cells.address || freeFor(name)
  const variants = variantsOf(group, undefined, name)
  const wanted = Object.fromEntries(
    PRODUCT_FIELDS.filter(field => cells[field] !== undefined).map(field => [
      nameOf(field),
      READERS[field](cells[field]!),
    ]),
  )
  const sku = slug.toUpperCase().slice(0, 64)
  const checked = NewProduct.safeParse({
    ...wanted,
    slug,
    variants: variants.inputs.length > 0 ? variants.inputs : [{ sku, stock: null }],
  })
  const found = [...problems, ...variants.problems, ...problemsOf(checked, first.line, variants.lines)]
  if (known.addresses.get(slug)?.isDeleted)
    found.push({ line: first.line, message: 'This address is of a product that was deleted. Restore it first.' })
  const input = checked.data ?? {}
  if (checked.success && !isSalePriceFine(checked.data.price, checked.data.salesPrice ?? null))
    found.push({ line: first.line, message: SALE_PRICE_PROBLEM })
  const written = PRODUCT_FIELDS.flatMap(field =>
    cells[field] ? [{ field: field as string, before: null, after: cells[field] }] : [],
  )
  return {
    line: first.line,
    name: name || slug,
    action: 'create',
    changes: [...written, ...variants.changes],
    problems: [...found, ...strangeImages(input, first.line, known)],
    product: undefined,
    input,
  }
}

type FreeAddress = (name: string) => string

/**
 * Makes an unused address from a name. Continues from the last number given, because thousands of lines may have similar names.
 * @param taken the addresses of the store and of the file.
 */
function freeAddresses(taken: Set<string>): FreeAddress {
  const numbers = new Map<string, number>()
  return name => {
    const slug = slugOf(name)
    let n = numbers.get(slug) ?? 1
    let free = n === 1 ? slug : `${slug}-${n}`
    while (taken.has(free)) free = `${slug}-${++n}`
    numbers.set(slug, n)
    taken.add(free)
    return free
  }
}

type Checked = { success: boolean; error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }

/** Maps the schema's errors to lines of the file. @param lines of the variants, by their index in the input. */
function problemsOf({ error }: Checked, line: number, lines: readonly (number | undefined)[]) {
  return (error?.issues ?? []).map(({ path, message }) => ({
    line: (path[0] === 'variants' && lines[path[1] as number]) || line,
    message,
  }))
}

const strangeImages = ({ images = [], variants = [] }: ProductChange, line: number, known: Known) =>
  [...images, ...variants.flatMap(({ image }) => image ?? [])]
    .filter(image => !known.images.has(image))
    .map(image => ({ line, message: `The picture ${image} was not uploaded here.` }))
