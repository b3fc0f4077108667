import type { AdminProduct } from '../../products/admin-contract.ts'
import { PRODUCT, type TypedValues, valuesOf } from '../../products/product-fields.ts'
import type { NewProduct } from '../../products/product-input.ts'
import { withLackingRows } from './matrix/edit-matrix.ts'
import {
  type Matrix,
  matrixInWords,
  matrixOf,
  newMatrix,
  type VariantFormState,
  variantInputs,
} from './matrix/variant-form-state.ts'

export type PictureFormState = { image: string; src: string; alt: string }

/** A product as typed. */
export type ProductFormState = TypedValues & {
  pictures: PictureFormState[]
  variants: Matrix
}

/** The form of a product, or of a new one. */
export function formStateOf(product: AdminProduct | null): ProductFormState {
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

export const FORM_FIELD_NAMES = { ...PRODUCT.called, pictures: 'pictures', variants: 'variants' }

const withRows = (matrix: Matrix, change: (row: VariantFormState) => VariantFormState): Matrix => ({
  ...matrix,
  rows: matrix.rows.map(change),
})

/** Effect of ticking "Subscription": memberships have no stock, so a new one is not asked for any. */
export const withSubscription = (current: ProductFormState, isSubscription: boolean): Partial<ProductFormState> => ({
  isSubscription,
  variants: withRows(current.variants, row =>
    row.id === null && row.stock === '' ? { ...row, isCounted: !isSubscription } : row,
  ),
})

/** The form with other pictures. A variant keeps its picture after cropping, and loses a removed picture. */
export function withPictures(current: ProductFormState, pictures: PictureFormState[]): ProductFormState {
  const left = new Set(pictures.map(({ image }) => image))
  const isCrop = pictures.length === current.pictures.length
  const now = (image: string | null) => {
    if (image === null || left.has(image)) return image
    const at = current.pictures.findIndex(picture => picture.image === image)
    return (isCrop && at >= 0 && pictures[at]?.image) || null
  }
  return { ...current, pictures, variants: withRows(current.variants, row => ({ ...row, image: now(row.image) })) }
}

/** A field in words, for the choice between two conflicting edits. */
export function saidOf(field: keyof ProductFormState, current: ProductFormState): string {
  if (field === 'pictures') return current.pictures.map(({ alt }, at) => `${at + 1}. ${alt}`).join('\n')
  if (field === 'variants') return matrixInWords(current.variants, current)
  return PRODUCT.saidOf(field, current)
}

/** The request of a form. An empty category becomes the tier; an empty address is made from the name. */
export function inputOf(current: ProductFormState): NewProduct {
  const { slug, ...values } = PRODUCT.valuesOf(current)
  return {
    ...values,
    ...(slug.trim() && { slug }),
    category: current.category.trim() || current.tier,
    pictures: current.pictures.map(({ image, alt }) => ({ image, alt })),
    variants: variantInputs(current.variants, current),
  }
}
