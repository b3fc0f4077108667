import type { AdminProduct } from '../../products/admin-contract.ts'
import { PRODUCT, type TypedValues, valuesOf } from '../../products/product-fields.ts'
import type { NewProduct } from '../../products/product-input.ts'
import { withLackingRows } from './matrix/edit-matrix.ts'
import {
  type Matrix,
  matrixInWords,
  matrixOf,
  newMatrix,
  type VariantDraft,
  variantInputs,
} from './matrix/variant-draft.ts'

export type PictureDraft = { image: string; src: string; alt: string }

/** A product as typed. */
export type ProductDraft = TypedValues & {
  pictures: PictureDraft[]
  variants: Matrix
}

/** The form of a product, or of a new one. */
export function draftOf(product: AdminProduct | null): ProductDraft {
  if (!product)
    return {
      ...PRODUCT.blank,
      pictures: [],
      variants: newMatrix(),
    }
  return {
    ...PRODUCT.typedOf(valuesOf(product)),
    pictures: product.pictures.map(({ image, src, alt }) => ({ image, src, alt })),
    variants: withLackingRows(matrixOf(product)),
  }
}

export const DRAFT_NAMES = { ...PRODUCT.called, pictures: 'pictures', variants: 'variants' }

const withRows = (matrix: Matrix, change: (row: VariantDraft) => VariantDraft): Matrix => ({
  ...matrix,
  rows: matrix.rows.map(change),
})

/** Effect of ticking "Subscription": memberships have no stock, so a new one is not asked for any. */
export const withSubscription = (draft: ProductDraft, isSubscription: boolean): Partial<ProductDraft> => ({
  isSubscription,
  variants: withRows(draft.variants, row =>
    row.id === null && row.stock === '' ? { ...row, isCounted: !isSubscription } : row,
  ),
})

/** The draft with other pictures. A variant keeps its picture after cropping, and loses a removed picture. */
export function withPictures(draft: ProductDraft, pictures: PictureDraft[]): ProductDraft {
  const left = new Set(pictures.map(({ image }) => image))
  const isCrop = pictures.length === draft.pictures.length
  const now = (image: string | null) => {
    if (image === null || left.has(image)) return image
    const at = draft.pictures.findIndex(picture => picture.image === image)
    return (isCrop && at >= 0 && pictures[at]?.image) || null
  }
  return { ...draft, pictures, variants: withRows(draft.variants, row => ({ ...row, image: now(row.image) })) }
}

/** A field in words, for the choice between two conflicting edits. */
export function saidOf(field: keyof ProductDraft, draft: ProductDraft): string {
  if (field === 'pictures') return draft.pictures.map(({ alt }, at) => `${at + 1}. ${alt}`).join('\n')
  if (field === 'variants') return matrixInWords(draft.variants, draft)
  return PRODUCT.saidOf(field, draft)
}

/** The request of a draft. An empty category becomes the tier; an empty address is made from the name. */
export function inputOf(draft: ProductDraft): NewProduct {
  const { slug, ...values } = PRODUCT.valuesOf(draft)
  return {
    ...values,
    ...(slug.trim() && { slug }),
    category: draft.category.trim() || draft.tier,
    pictures: draft.pictures.map(({ image, alt }) => ({ image, alt })),
    variants: variantInputs(draft.variants, draft),
  }
}
