import type { AdminProduct } from '../products/admin-contract.ts'
import type { ProductChange, VariantInput } from '../products/product-input.ts'

/** Whether a change gives a buyer other credits, or sells credits at another price: what `POST /admin/credits/grant` gives directly. */
export function changesCredits(before: AdminProduct, input: ProductChange): boolean {
  const { entries = before.entries, tier = before.tier, price = before.price, variants } = input
  const { salesPrice = before.salesPrice } = input
  if (entries !== before.entries) return true
  if (entries === 0) return false
  const isPriced = tier === before.tier && price === before.price && salesPrice === before.salesPrice
  return !isPriced || (variants?.some(variant => isOtherPrice(before, variant)) ?? false)
}

/** A variant that is left out of a body keeps its price; a new one has that of the product. */
function isOtherPrice({ variants }: AdminProduct, { id, price }: VariantInput): boolean {
  const stored = variants.find(variant => variant.id === id)
  return price !== undefined && price !== (stored?.price ?? null)
}
