import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { clientOf } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import type { CatalogAdminApi } from '../admin-api.server.ts'
import type { AdminProduct } from '../admin-contract.ts'
import { catalogChanged } from './catalog-changed.ts'
import { ProductTable } from './product-table.tsx'

const ProductEditor = lazy(async () => ({ default: (await import('./product-editor.tsx')).ProductEditor }))

const PAGE_SIZE = 25
const api = () => clientOf<CatalogAdminApi>()

/** `/admin?tab=products` */
export function AdminProductsTab() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const [q, setQ] = useState(params.get('q') ?? '')
  const [editing, setEditing] = useState<AdminProduct | 'new' | null>(null)
  const [deleting, setDeleting] = useState<AdminProduct | null>(null)
  const list = useQuery({
    queryKey: ['admin-products', q, page],
    queryFn: () =>
      call(
        api().admin.products.$get({
          query: { limit: String(PAGE_SIZE), page: String(page), ...(q.trim() && { q: q.trim() }) },
        }),
      ),
    placeholderData: keepPreviousData,
  })

  const at = (next: number) => {
    const to = new URLSearchParams(params)
    to.set('page', String(next))
    return `?${to}`
  }
  function search(text: string) {
    setQ(text)
    setParams(
      now => {
        now.delete('page')
        if (text) now.set('q', text)
        else now.delete('q')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <TextField
          label="Search by name or SKU"
          type="search"
          className="w-full sm:w-80"
          value={q}
          maxLength={100}
          onChange={({ target }) => search(target.value)}
        />
        <Button icon="plus" disabled={!list.data} onClick={() => setEditing('new')}>
          Create New Product
        </Button>
      </div>
      {list.isPending && <SkeletonText lines={10} />}
      {list.isError && (
        <FailedState busy={list.isFetching} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {list.data &&
        (list.data.products.length === 0 ? (
          <EmptyState title={q ? 'No products match' : 'No products yet'} icon="store" />
        ) : (
          <ProductTable products={list.data.products} onEdit={setEditing} onDelete={setDeleting} />
        ))}
      {list.data && (
        <Pagination label="Products" page={page} pageCount={Math.ceil(list.data.total / PAGE_SIZE)} linkTo={at} />
      )}
      {editing && list.data && (
        <Suspense>
          <ProductEditor
            product={editing === 'new' ? null : editing}
            freeDisplayOrders={list.data.freeDisplayOrders}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      <DeleteProduct product={deleting} onClose={() => setDeleting(null)} />
    </div>
  )
}

function DeleteProduct({ product, onClose }: { product: AdminProduct | null; onClose: () => void }) {
  if (!product) return null
  async function archive(doomed: AdminProduct) {
    await call(api().products[':id'].$delete({ param: { id: doomed.id } }))
    await catalogChanged()
    toast.success(`${doomed.name} left the store`)
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${product.name}?`}
      description="It leaves the store at once. Orders that were placed keep it, and its page answers that it is not there."
      confirmLabel="Delete product"
      busyLabel="Deleting..."
      danger
      onConfirm={() => archive(product)}
    />
  )
}
