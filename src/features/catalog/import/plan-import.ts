import type { AdminProduct, ImportItem } from '../products/admin-contract.ts'
import { NewProduct, ProductChange } from '../products/product-input.ts'
import { isSalePriceFine, productSlugOf, SALE_PRICE_PROBLEM } from '../rules.ts'
import { type Line, PRODUCT_COLUMNS } from './columns.ts'
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
    PRODUCT_COLUMNS.flatMap(({ header }) => {
      const cell = first.cells[header]
      return cell === undefined ? [] : [[header, plain(cell)] as const]
    }),
  ) as Line['cells']
  const problems = others.flatMap(({ line, cells: own }) =>
    PRODUCT_COLUMNS.filter(
      ({ header }) => plain(own[header] ?? '') !== '' && plain(own[header]!) !== cells[header],
    ).map(({ header }) => ({
      line,
      message: `The column ${header} differs from line ${first.line}, which is of the same product.`,
    })),
  )
  return { first, cells, problems }
}

/** The column `draft` holds for new products. Left out or as exported, it changes nothing. */
const DRAFT_PROBLEMS = {
  true: 'This product was published and cannot become a draft again.',
  false: 'This product is a draft. Publish it in the list of drafts.',
}

function planChange(group: readonly Line[], product: AdminProduct, known: Known): Planned {
  const { first, cells, problems } = productCells(group)
  const changes: ImportItem['changes'] = []
  const wanted: Record<string, unknown> = {}
  for (const { header, field, cellOf, valueIn } of PRODUCT_COLUMNS) {
    const [before, cell] = [plain(cellOf(product)), cells[header]]
    if (field === 'slug' || cell === undefined || cell === before) continue
    const value = valueIn(cell)
    // Different text with an equal value, such as 19.9 and 19.90.
    if (value === undefined || JSON.stringify(value) === JSON.stringify(valueIn(before))) continue
    wanted[field] = value
    changes.push({ field: header, before, after: cell })
  }
  const variants = variantsOf(group, product, product.name)
  if (variants.changes.length > 0) wanted.variants = variants.inputs
  const checked = ProductChange.safeParse(wanted)
  const found = [...problems, ...variants.problems, ...problemsOf(checked, first.line, variants.lines)]
  const input = checked.data ?? {}
  const sale = input.salesPrice === undefined ? product.salesPrice : input.salesPrice
  if (!isSalePriceFine(input.price ?? product.price, sale))
    found.push({ line: first.line, message: SALE_PRICE_PROBLEM })
  if (input.isDraft !== undefined) found.push({ line: first.line, message: DRAFT_PROBLEMS[`${input.isDraft}`] })
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
    PRODUCT_COLUMNS.filter(({ header }) => cells[header] !== undefined).map(({ header, field, valueIn }) => [
      field,
      valueIn(cells[header]!),
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
    found.push({ line: first.line, message: 'This address belongs to a deleted product. Restore it first.' })
  const input = checked.data ?? {}
  if (checked.success && !isSalePriceFine(checked.data.price, checked.data.salesPrice ?? null))
    found.push({ line: first.line, message: SALE_PRICE_PROBLEM })
  const written = PRODUCT_COLUMNS.flatMap(({ header }) =>
    cells[header] ? [{ field: header, before: null, after: cells[header] }] : [],
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
    const slug = productSlugOf(name)
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

/** The rows of the store that the file refers to. */
export type Known = {
  /** The store's products that the file names, by address. */
  products: ReadonlyMap<string, AdminProduct>
  /** The addresses that the store uses, and whether each product was deleted. */
  addresses: ReadonlyMap<string, { id: string; isDeleted: boolean }>
  /** Product ids by display order and by SKU, of the store. */
  displayOrders: ReadonlyMap<number, string>
  skus: ReadonlyMap<string, string>
  /** References of uploaded pictures, of those that the file names. */
  images: ReadonlySet<string>
}

export type Planned = Omit<ImportItem, 'action'> & {
  action: ImportItem['action'] | 'same'
  /** The existing product; undefined for a new one. */
  product: AdminProduct | undefined
  /** The values to write; meaningless for a refused item. */
  input: ProductChange
}

/** Adds a problem to each line whose display order or SKU another product of the store or of the file has. */
function refuseTaken(planned: readonly Planned[], known: Known): void {
  refuseDisplayOrders(planned, known)
  refuseSkus(planned, known)
}

function refuseDisplayOrders(planned: readonly Planned[], known: Known) {
  const wanting = planned.filter(({ input }) => input.displayOrder !== undefined)
  const moving = new Set(wanting.map(({ product }) => product?.id))
  const taken = new Set([...known.displayOrders].filter(([, id]) => !moving.has(id)).map(([order]) => order))
  for (const { input, line, problems } of wanting) {
    const order = input.displayOrder
    if (order === null || order === undefined) continue
    if (taken.has(order)) problems.push({ line, message: `Display order ${order} is taken by another product.` })
    taken.add(order)
  }
}

function refuseSkus(planned: readonly Planned[], known: Known) {
  const inFile = new Set<string>()
  for (const { input, product, line, problems } of planned) {
    const own = new Set(product?.variants.map(({ sku }) => sku))
    for (const { sku } of input.variants ?? []) {
      if (own.has(sku)) continue
      if (known.skus.has(sku) || inFile.has(sku))
        problems.push({ line, message: `Another variant has the SKU ${sku} already.` })
      inFile.add(sku)
    }
  }
}
