import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ZodError } from 'zod'
import { ApiError } from '#platform/client/api-error.ts'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.ts'
import type { CatalogAdminApi } from '../admin-api.server.ts'
import type { AdminProduct } from '../contract.ts'
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

/** The Create New Product and Edit Product form. It is left only when nothing typed is lost, or on purpose. */
export function ProductEditor({ product, freeDisplayOrders, onClose }: ProductEditorProps) {
  const [opened] = useState(() => draftOf(product))
  const [draft, setDraft] = useState(opened)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [leaving, setLeaving] = useState(false)
  const changed = changedFields(draft, opened)
  useWarningBeforeUnload(changed.length > 0)

  const saving = useMutation({
    mutationFn: () => save(product, draft, opened),
    onSuccess() {
      void catalogChanged()
      toast.success(product ? `${draft.name} was changed` : `${draft.name} is in the store`)
      onClose()
    },
    onError: error => setErrors(error instanceof ApiError ? firstOf(error.errors) : {}),
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
    <>
      <Dialog
        open
        size="lg"
        title={product ? 'Edit Product' : 'Create New Product'}
        onOpenChange={() => (changed.length > 0 ? setLeaving(true) : onClose())}
        footer={
          <>
            <p role="status" className="mr-auto self-center text-muted text-sm">
              {changed.length > 0 && `Changed: ${changed.map(field => FIELD_NAMES[field]).join(', ')}`}
            </p>
            <Button variant="secondary" onClick={() => (changed.length > 0 ? setLeaving(true) : onClose())}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="product-form"
              disabled={changed.length === 0}
              busy={saving.isPending}
              busyText="Saving..."
            >
              {product ? 'Save changes' : 'Create product'}
            </Button>
          </>
        }
      >
        <form
          id="product-form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            submit()
          }}
          className="flex flex-col gap-6"
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
        </form>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        description={`What you changed would be lost: ${changed.map(field => FIELD_NAMES[field]).join(', ')}.`}
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        danger
        onConfirm={onClose}
      />
    </>
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

function problemsIn(error: ZodError): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= issue.message
  return problems
}

const firstOf = (errors: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, sentences[0] ?? '']))

/** Closing the tab asks first, too. */
function useWarningBeforeUnload(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
