import type { Known, Planned } from './plan-import.ts'

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
