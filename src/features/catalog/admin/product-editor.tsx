import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '#features/audit-log/audit-history.tsx'
import { ApiError } from '#platform/client/api-error.ts'
import { call } from '#platform/client/call.ts'
import { problemsIn, problemsOfAnswer } from '#platform/client/field-problems.ts'
import { useIdempotentSend } from '#platform/client/idempotency-key.ts'
import { useRight } from '#platform/client/rights.ts'
import { EditorDialog } from '#ui/editor-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import { useEditConflict } from '#ui/use-edit-conflict.tsx'
import type { AdminProduct } from '../admin-contract.ts'
import { NewProduct, ProductChange } from '../product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM } from '../rules.ts'
import { changeOf, inputOf } from './draft-input.ts'
import { changedFields, draftOf, FIELD_NAMES, type ProductDraft, saidOf, withPictures } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import type { FieldsProps } from './product-form.ts'
import { productsChanged, productsClient, readProduct, sayIfBroken } from './products-client.ts'

type ProductEditorProps = {
  /** Null makes a new one. */
  product: AdminProduct | null
  freeDisplayOrders: readonly number[]
  categories: readonly string[]
  onClose: () => void
}

/** The Create New Product and Edit Product form. */
export function ProductEditor({ product, freeDisplayOrders, categories, onClose }: ProductEditorProps) {
  const [opened, setOpened] = useState(() => draftOf(product))
  const [draft, setDraft] = useState(opened)
  const [version, setVersion] = useState(product?.version)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [uploading, setUploading] = useState(0)
  const mayChange = useRight('products.change') && !product?.deletedAt
  const changed = changedFields(draft, opened).map(field => FIELD_NAMES[field])
  const conflict = useEditConflict({
    opened,
    draft,
    labels: FIELD_NAMES,
    show: saidOf,
    onMerged(merged, newer) {
      setDraft(merged)
      setOpened(newer)
    },
  })

  const sendOnce = useIdempotentSend()
  const saving = useMutation({
    mutationFn: () => save(product, draft, opened, version, sendOnce),
    onSuccess() {
      void productsChanged()
      toast.success(product ? `${draft.name} was changed` : `${draft.name} is in the store`)
      onClose()
    },
    async onError(error) {
      if (product && error instanceof ApiError && error.code === 'version_conflict') {
        const newer = await readProduct(product.id)
        const { by, at } = error.details as { by?: string; at?: string }
        setVersion(newer.version)
        conflict.meet(draftOf(newer), { by, at })
        return
      }
      setErrors(problemsOfAnswer(error))
      sayIfBroken(error)
    },
  })
  const isConflict = saving.error instanceof ApiError && saving.error.code === 'version_conflict'

  /** Editing a field clears its error. */
  function set(fields: Partial<ProductDraft>) {
    setDraft(now => ({ ...now, ...fields }))
    setErrors(now => Object.fromEntries(Object.entries(now).filter(([path]) => !(path.split('.')[0]! in fields))))
  }
  const setPictures: FieldsProps['setPictures'] = change => setDraft(now => withPictures(now, change(now.pictures)))
  function submit() {
    const found = problemsOf(product, draft, opened)
    setErrors(found)
    if (Object.keys(found).length === 0) saving.mutate()
  }

  const problems = Object.entries(errors).map(([field, message]) => ({ field: `product-${field}`, message }))
  return (
    <EditorDialog
      title={!mayChange ? 'Product' : product ? 'Edit Product' : 'Create New Product'}
      readOnly={!mayChange}
      saveLabel={uploading > 0 ? 'Waiting for pictures' : product ? 'Save changes' : 'Create product'}
      formId="product-form"
      changed={changed}
      isNew={!product}
      busy={saving.isPending || uploading > 0}
      conflict={conflict.panel}
      onSave={submit}
      onClose={onClose}
    >
      <FormError problems={problems}>
        {(!isConflict && saving.error?.message) || (problems.length > 0 && 'Please check your input and try again.')}
      </FormError>
      <fieldset disabled={!mayChange} className="min-w-0">
        <ProductFields
          draft={draft}
          errors={errors}
          set={set}
          setPictures={setPictures}
          onUploading={setUploading}
          freeDisplayOrders={freeDisplayOrders}
          categories={categories}
        />
      </fieldset>
      {product && <AuditHistory type="product" id={product.id} />}
    </EditorDialog>
  )
}

function save(
  product: AdminProduct | null,
  draft: ProductDraft,
  opened: ProductDraft,
  version: number | undefined,
  sendOnce: ReturnType<typeof useIdempotentSend>,
) {
  const { products } = productsClient()
  if (!product) {
    const json = inputOf(draft)
    return sendOnce(json, options => call(products.$post({ json }, options)))
  }
  const json = { ...changeOf(draft, opened), ...(version !== undefined && { version }) }
  return call(products[':id'].$patch({ param: { id: product.id }, json }))
}

/** Finds errors before the request, with the server's schema and rule. */
function problemsOf(product: AdminProduct | null, draft: ProductDraft, opened: ProductDraft): Record<string, string> {
  const input = inputOf(draft)
  const checked = product ? ProductChange.safeParse(changeOf(draft, opened)) : NewProduct.safeParse(input)
  const problems = checked.success ? {} : problemsIn(checked.error)
  if (!problems.price && !problems.salesPrice && !isSalePriceFine(input.price, input.salesPrice ?? null))
    problems.salesPrice = SALE_PRICE_PROBLEM
  for (const [at, { isCounted, stock }] of draft.variants.entries())
    if (isCounted && stock.trim() === '') problems[`variants.${at}.stock`] = 'Stock is required: 0 if there is none yet'
  return problems
}
