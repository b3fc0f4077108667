import type { PictureListProps } from '#ui/picture-list/picture-list.tsx'
import type { ProductDraft } from './product-draft.ts'

export type FieldsProps = {
  draft: ProductDraft
  /** The sentence of each field (dotted path) that was refused. */
  errors: Record<string, string>
  set: (fields: Partial<ProductDraft>) => void
  /** Uploads may end while another is drawn, so pictures are changed from what they are then. */
  setPictures: PictureListProps['onChange']
  onUploading: (count: number) => void
  freeDisplayOrders: readonly number[]
  /** Those that there are, to choose from; another may be typed. */
  categories: readonly string[]
}

/** The text fields of a draft, wired alike. */
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
