import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { problemsIn, problemsOfAnswer } from '#platform/client/field-problems.ts'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import type { CatalogAdminApi } from '../admin-api.server.ts'
import type { AdminProduct } from '../admin-contract.ts'
import { NewProduct, ProductChange } from '../product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM } from '../rules.ts'
import { catalogChanged } from './catalog-changed.ts'
import { changeOf, inputOf } from './draft-input.ts'
import type { FieldsProps } from './form-part.tsx'
import { changedFields, draftOf, FIELD_NAMES, type ProductDraft } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'

type ProductEditorProps = {
  /** Null makes a new one. */
  product: AdminProduct | null
  freeDisplayOrders: readonly number[]
  onClose: () => void
}

/** The Create New Product and Edit Product form. */
export function ProductEditor({ product, freeDisplayOrders, onClose }: ProductEditorProps) {
  const [opened] = useState(() => draftOf(product))
  const [draft, setDraft] = useState(opened)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const changed = changedFields(draft, opened).map(field => FIELD_NAMES[field])

  const saving = useMutation({
    mutationFn: () => save(product, draft, opened),
    onSuccess() {
      void catalogChanged()
      toast.success(product ? `${draft.name} was changed` : `${draft.name} is in the store`)
      onClose()
    },
    onError: error => setErrors(problemsOfAnswer(error)),
  })

  /** A field that is edited has no error any more. */
  function set(fields: Partial<ProductDraft>) {
    setDraft(now => ({ ...now, ...fields }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([path]) => !(path.split('.')[0]! in fields))))
  }
  const setPictures: FieldsProps['setPictures'] = change =>
    setDraft(now => ({ ...now, pictures: change(now.pictures) }))
  function submit() {
    const found = problemsOf(product, draft, opened)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }

  const problems = Object.entries(errors).map(([field, message]) => ({ field: `product-${field}`, message }))
  return (
    <EditorDialog
      title={product ? 'Edit Product' : 'Create New Product'}
      saveLabel={product ? 'Save changes' : 'Create product'}
      formId="product-form"
      changed={changed}
      busy={saving.isPending}
      onSave={submit}
      onClose={onClose}
    >
      <FormError problems={problems}>
        {saving.error?.message ?? (problems.length > 0 && 'Please check your input and try again.')}
      </FormError>
      <ProductFields
        draft={draft}
        errors={errors}
        set={set}
        setPictures={setPictures}
        freeDisplayOrders={freeDisplayOrders}
      />
    </EditorDialog>
  )
}

function save(product: AdminProduct | null, draft: ProductDraft, opened: ProductDraft) {
  const { products } = clientOf<CatalogAdminApi>()
  if (!product) {
    const once = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
    return call(products.$post({ json: inputOf(draft) }, once))
  }
  return call(products[':id'].$patch({ param: { id: product.id }, json: changeOf(draft, opened) }))
}

/** What the server would refuse, found before it is asked, with the same schema and rule. */
function problemsOf(product: AdminProduct | null, draft: ProductDraft, opened: ProductDraft): Record<string, string> {
  const input = inputOf(draft)
  const checked = product ? ProductChange.safeParse(changeOf(draft, opened)) : NewProduct.safeParse(input)
  const problems = checked.success ? {} : problemsIn(checked.error)
  if (!problems.price && !problems.salesPrice && !isSalePriceFine(input.price, input.salesPrice ?? null))
    problems.salesPrice = SALE_PRICE_PROBLEM
  return problems
}
