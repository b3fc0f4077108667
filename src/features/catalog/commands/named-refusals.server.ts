import { refusals, refuse as refuseInput } from '#platform/errors.ts'
import { CATALOG_ERRORS } from '../products/contract.ts'
import type { ProductChange } from '../products/product-input.ts'

const refuse = refusals(CATALOG_ERRORS)

/**
 * The path of the variant that violates a constraint, for an error beside its field. PostgreSQL names its row in the detail: the key for a
 * unique index, all columns from the id on for a check. A row of an import, or a new row, is not found by its id; then all variants are meant.
 */
function pathOf(error: unknown, { variants = [] }: ProductChange, field: 'sku' | 'stock'): string {
  const { detail = '' } = error as { detail?: string }
  const sku = /^Key \(sku\)=\((.*)\)/s.exec(detail)?.[1]
  const id = /^Failing row contains \(([0-9a-f-]{36})/.exec(detail)?.[1]
  const at = variants.findIndex(variant =>
    field === 'sku' ? variant.sku === sku : variant.id === id && id !== undefined,
  )
  return at < 0 ? 'variants' : `variants.${at}.${field}`
}

/** Maps a violated constraint of the catalogue's tables to a refusal; returns any other error unchanged. */
export function named(error: unknown, input: ProductChange): unknown {
  switch ((error as { constraint?: string }).constraint) {
    case 'product_slug_key':
      return refuse('slug_taken', {}, { slug: [CATALOG_ERRORS.slug_taken.message] })
    case 'product_variant_sku':
      return refuse('sku_taken', {}, { [pathOf(error, input, 'sku')]: [CATALOG_ERRORS.sku_taken.message] })
    case 'product_display_order': {
      const { displayOrder } = input
      const sentence = refuse('display_order_taken', { displayOrder }).message
      return refuse('display_order_taken', { displayOrder }, { displayOrder: [sentence] })
    }
    case 'product_image_picture_key_fkey':
    case 'product_variant_picture_key_fkey':
      return refuseInput('invalid_input', {}, { images: ['One of these pictures was not uploaded here.'] })
    case 'product_image_product_id_picture_key_key':
      return refuseInput('invalid_input', {}, { images: ['A picture can be shown only once.'] })
    case 'never_oversold':
    case 'product_variant_stock_on_hand_check':
      return refuse('stock_held', {}, { [pathOf(error, input, 'stock')]: [CATALOG_ERRORS.stock_held.message] })
    default:
      return error
  }
}
