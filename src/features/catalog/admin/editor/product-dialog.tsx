import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { AuditHistory } from '#features/audit-log/admin/audit-history.tsx'
import { call } from '#kernel/client/calls/call.ts'
import type { FieldProblems } from '#kernel/client/calls/field-problems.ts'
import { useRight } from '#kernel/client/rights.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { EditorDialog } from '#ui/overlays/editor-dialog.tsx'
import type { RecordFormState } from '#ui/staff-kit/record-form-state.ts'
import { useRecordEditor } from '#ui/staff-kit/use-record-editor.ts'
import type { AdminProduct } from '../../products/admin-contract.ts'
import { NewProduct, ProductChange } from '../../products/product-input.ts'
import { isSalePriceFine, SALE_PRICE_PROBLEM } from '../../rules.ts'
import { PRODUCTS, productsChanged, productsClient, readProduct, sayIfBroken } from '../list/products-client.ts'
import { FreeDialog } from './free-dialog.tsx'
import { emptyPrices, problemsOfMatrix } from './matrix/cells.ts'
import type { Matrix } from './matrix/variant-form-state.ts'
import { ProductFields } from './product-form.tsx'
import {
  FORM_FIELD_NAMES,
  formStateOf,
  inputOf,
  type ProductFormState,
  saidOf,
  withPictures,
} from './product-form-state.ts'

/** The form of a product, or of a new one. Fetches the product again on opening, because a listed stock may be out of date. */
export function ProductDialog({ id, onClose }: { id: string | null; onClose: (isMade: boolean) => void }) {
  const product = useQuery({
    queryKey: ['admin-product', id],
    queryFn: () => (id === null ? null : readProduct(id)),
    // Keeps the typed fields while others sell and edit; a late save gets a version conflict.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const orders = useQuery({
    queryKey: [...PRODUCTS, 'free-orders'],
    queryFn: () => call(productsClient().admin.products.$get({ query: { limit: '1' } })),
  })
  if (product.data !== undefined)
    return (
      <ProductEditor
        product={product.data}
        freeDisplayOrders={orders.data?.freeDisplayOrders ?? []}
        categories={orders.data?.categories ?? []}
        onClose={onClose}
      />
    )
  return (
    <Dialog onOpenChange={() => onClose(false)} title="Edit Product" size="lg">
      {product.isError ? (
        <FailedState onRetry={() => void product.refetch()}>{product.error.message}</FailedState>
      ) : (
        <SkeletonText lines={12} />
      )}
    </Dialog>
  )
}

type ProductEditorProps = {
  /** Null makes a new one. */
  product: AdminProduct | null
  freeDisplayOrders: readonly number[]
  categories: readonly string[]
  /** `isMade` after a new draft was saved. */
  onClose: (isMade: boolean) => void
}

/** The Create New Product and Edit Product form. */
function ProductEditor({ product, freeDisplayOrders, categories, onClose }: ProductEditorProps) {
  const [uploading, setUploading] = useState(0)
  const isMade = useRef(false)
  const mayChange = useRight('products.change') && !product?.deletedAt
  const editor = useRecordEditor({
    name: 'product',
    record: product,
    formStateOf,
    labels: FORM_FIELD_NAMES,
    show: saidOf,
    bodies: [NewProduct, ProductChange],
    check: (form, found) => withOwnProblems(product, form, found),
    inputOf,
    async create(json: NewProduct, options) {
      // A press that says what becomes public publishes it.
      const made = await call(productsClient().products.$post({ json: { ...json, isDraft: true } }, options))
      isMade.current = true
      return made
    },
    change: ({ id, json }) => call(productsClient().products[':id'].$patch({ param: { id }, json })),
    refresh: () => void productsChanged(),
    said: (_, { name }) => (product ? `${name} was changed` : `${name} is saved as a draft`),
    onClose: () => onClose(isMade.current),
    onRefused: sayIfBroken,
    readNewer: () => readProduct(product!.id),
  })
  const { update } = editor
  const changeVariants = useCallback(
    (change: (now: Matrix) => Matrix, paths: readonly string[] = ['variants', 'options']) =>
      update(now => ({ ...now, variants: change(now.variants) }), paths),
    [update],
  )
  const asking = useAskedPrices(editor.current, update, editor.dialog.onSave)
  return (
    <EditorDialog
      {...editor.dialog}
      onSave={asking.save}
      title={!mayChange ? 'Product' : product ? 'Edit Product' : 'Create New Product'}
      readOnly={!mayChange}
      saveLabel={uploading > 0 ? 'Waiting for pictures' : product ? 'Save changes' : 'Save draft'}
      busy={editor.dialog.busy || uploading > 0}
    >
      <fieldset disabled={!mayChange} className="min-w-0">
        <ProductFields
          current={editor.current}
          text={editor.text}
          errors={editor.errors}
          set={editor.set}
          changeVariants={changeVariants}
          setPictures={change => editor.update(now => withPictures(now, change(now.pictures)))}
          onUploading={setUploading}
          freeDisplayOrders={freeDisplayOrders}
          categories={categories}
        />
      </fieldset>
      {product && <AuditHistory type="product" id={product.id} />}
      {asking.dialog}
    </EditorDialog>
  )
}

/** Saving asks first about prices that were left empty: an empty number would be 0 without a word. */
function useAskedPrices(
  current: ProductFormState,
  update: (change: (now: ProductFormState) => ProductFormState) => void,
  save: () => void,
) {
  const [isAsked, setAsked] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  // The answer changes the form, and the save must send that form.
  useEffect(() => {
    if (!isAnswered) return
    setAnswered(false)
    save()
  }, [isAnswered, save])
  const isPriceEmpty = current.price.trim() === ''
  const rows = emptyPrices(current.variants)
  function answer(change: (now: ProductFormState) => ProductFormState) {
    setAsked(false)
    update(change)
    setAnswered(true)
  }
  return {
    save: () => (isPriceEmpty || rows.length > 0 ? setAsked(true) : save()),
    dialog: isAsked && <FreeDialog current={current} onAnswer={answer} onClose={() => setAsked(false)} />,
  }
}

type Form = Pick<RecordFormState<ProductFormState>, 'current' | 'opened'>

/** Adds what the schemas of the bodies do not see: two prices together, and the grid. */
function withOwnProblems(product: AdminProduct | null, { current, opened }: Form, found: FieldProblems): FieldProblems {
  const { price, salesPrice } = inputOf(current)
  const problems = { ...found }
  if (!problems.price && !problems.salesPrice && !isSalePriceFine(price, salesPrice ?? null))
    problems.salesPrice = SALE_PRICE_PROBLEM
  return product && current.variants === opened.variants
    ? problems
    : { ...problems, ...problemsOfMatrix(current.variants) }
}
