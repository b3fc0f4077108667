import type { PictureListProps } from '#ui/picture-list/picture-list.tsx'
import type { ProductDraft } from './product-draft.ts'

export type FieldsProps = {
  draft: ProductDraft
  /** The error sentence of each refused field (dotted path). */
  errors: Record<string, string>
  set: (fields: Partial<ProductDraft>) => void
  /** An updater function, because an upload may end while another renders. */
  setPictures: PictureListProps['onChange']
  onUploading: (count: number) => void
  freeDisplayOrders: readonly number[]
  /** Existing categories to choose from; staff may type another. */
  categories: readonly string[]
}

/** Props of the text fields of a draft. */
export const wired =
  ({ draft, errors, set }: FieldsProps) =>
  (
    name:
      | 'name'
      | 'slug'
      | 'description'
      | 'price'
      | 'salesPrice'
      | 'entries'
      | 'category'
      | 'displayOrder'
      | 'features'
      | 'specifications',
  ) => ({
    id: `product-${name}`,
    value: draft[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
