import type { AdminProduct } from '../admin/admin-contract.ts'
import type { ProductChange } from '../products/product-input.ts'
import type { ImportItem } from './import-contract.ts'

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
export function refuseTaken(planned: readonly Planned[], known: Known): void {
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
