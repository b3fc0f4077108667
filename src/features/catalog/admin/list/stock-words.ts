import type { AdminProduct } from '../../products/admin-contract.ts'

/** Units on hand over all variants, and how many of these are held. */
export function stockInWords({ variants }: Pick<AdminProduct, 'variants'>): string {
  if (variants.some(variant => variant.stockOnHand === null)) return 'Not counted'
  const units = variants.reduce((sum, variant) => sum + variant.stockOnHand!, 0)
  const held = variants.reduce((sum, variant) => sum + variant.held, 0)
  return held > 0 ? `${units} (${held} held)` : `${units} on hand`
}
