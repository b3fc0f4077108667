import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRight } from '#kernel/client/rights.ts'
import { lazy } from '#ui/lazy.tsx'
import { useSelection } from '#ui/staff-kit/use-selection.ts'
import type { AdminProduct } from '../admin-contract.ts'
import { DeleteProduct } from './delete-product.tsx'
import { ProductList } from './product-list.tsx'

const ProductDialog = lazy(async () => (await import('../editor/product-dialog.tsx')).ProductDialog)
const ImportDialog = lazy(async () => (await import('../import/import-dialog.tsx')).ImportDialog)
const StockDialog = lazy(async () => (await import('../editor/stock-dialog.tsx')).StockDialog)
const BulkEdit = lazy(async () => (await import('../bulk/bulk-edit.tsx')).BulkEdit)

/** URL parameter of the open product, or of the form of a new one, so that staff can share the link. */
const OPEN = 'product'
const NEW = 'new'
/** The API's limit of products per bulk change. */
const MAX_CHOSEN = 200

/** `/admin?tab=products`: the products and their stock. */
export function AdminProductsTab() {
  const [params, setParams] = useSearchParams()
  const mayChange = useRight('products.change')
  const selection = useSelection<AdminProduct>(MAX_CHOSEN)
  const [act, setAct] = useState<{ kind: 'delete' | 'stock'; product: AdminProduct } | 'import' | 'bulk' | null>(null)

  function open(id: string | null) {
    const to = new URLSearchParams(params)
    to.delete(OPEN)
    to.delete(NEW)
    if (id === NEW) to.set(NEW, '1')
    else if (id) to.set(OPEN, id)
    setParams(to, { replace: id === null, preventScrollReset: true })
  }
  const close = () => setAct(null)
  const id = params.get(OPEN)

  return (
    <>
      <ProductList
        selection={selection}
        onCreate={() => open(NEW)}
        onEdit={product => open(product.id)}
        onDelete={product => setAct({ kind: 'delete', product })}
        onStock={product => setAct({ kind: 'stock', product })}
        onImport={() => setAct('import')}
        onBulk={() => setAct('bulk')}
      />
      {id && <ProductDialog key={id} id={id} onClose={() => open(null)} />}
      {params.has(NEW) && mayChange && <ProductDialog id={null} onClose={() => open(null)} />}
      {act === 'import' && <ImportDialog onClose={close} />}
      {act === 'bulk' && <BulkEdit products={[...selection.rows.values()]} onClose={close} onDone={selection.clear} />}
      {act && typeof act === 'object' && act.kind === 'stock' && <StockDialog product={act.product} onClose={close} />}
      {act && typeof act === 'object' && act.kind === 'delete' && (
        <DeleteProduct product={act.product} onClose={close} />
      )}
    </>
  )
}
