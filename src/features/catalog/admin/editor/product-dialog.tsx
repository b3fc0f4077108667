import { useQuery } from '@tanstack/react-query'
import { call } from '#kernel/client/calls/call.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PRODUCTS, productsClient, readProduct } from '../list/products-client.ts'
import { ProductEditor } from './product-editor.tsx'

/** The form of a product, or of a new one. Fetches the product again on opening, because a listed stock may be out of date. */
export function ProductDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
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
    <Dialog open onOpenChange={onClose} title="Edit Product" size="lg">
      {product.isError ? (
        <FailedState onRetry={() => void product.refetch()}>{product.error.message}</FailedState>
      ) : (
        <SkeletonText lines={12} />
      )}
    </Dialog>
  )
}
