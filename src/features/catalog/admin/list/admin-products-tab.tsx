import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { call } from '#kernel/client/calls/call.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { useSettings } from '#kernel/client/site.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { SearchField } from '#ui/forms/choice/search-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { lazy } from '#ui/lazy.tsx'
import { ClearFilters, ListBody, NoMatch } from '#ui/list-body.tsx'
import { defineFilters, type FiltersOf, searchWords } from '#ui/staff-kit/define-filters.ts'
import { FilterFold } from '#ui/staff-kit/filter-fold.tsx'
import { filterFields, useFilters } from '#ui/staff-kit/use-filters.ts'
import { type Selection, useSelection } from '#ui/staff-kit/use-selection.ts'
import { useList } from '#ui/use-list.ts'
import { type AdminProduct, PRODUCT_SORTS, STOCK_STATES } from '../../products/admin-contract.ts'
import { DeleteProduct } from './delete-product.tsx'
import { type ProductActs, ProductTable } from './product-table.tsx'
import { PRODUCTS, productsClient } from './products-client.ts'

const ProductDialog = lazy(async () => (await import('../editor/product-dialog.tsx')).ProductDialog)
const ImportDialog = lazy(async () => (await import('../import/import-dialog.tsx')).ImportDialog)
const StockDialog = lazy(async () => (await import('../editor/stock-dialog.tsx')).StockDialog)
const PublishProduct = lazy(async () => (await import('./publish-product.tsx')).PublishProduct)
const BulkEdit = lazy(async () => (await import('../bulk/bulk-edit.tsx')).BulkEdit)

/** URL parameter of the open product, or of the form of a new one, so that staff can share the link. */
const OPEN = 'product'
const NEW = 'new'
/** The API's limit of products per bulk change. */
const MAX_CHOSEN = 200

type Act = { kind: 'delete' | 'stock' | 'publish'; product: AdminProduct } | 'import' | 'bulk' | null

/** `/admin?tab=products`: the products and their stock. */
export function AdminProductsTab() {
  const [params, setParams] = useSearchParams()
  const mayChange = useRight('products.change')
  const selection = useSelection<AdminProduct>({
    within: PRODUCT_FILTERS.queryOf(PRODUCT_FILTERS.read(params)),
    limit: MAX_CHOSEN,
  })
  const [act, setAct] = useState<Act>(null)

  function open(id: string | null) {
    const to = new URLSearchParams(params)
    to.delete(OPEN)
    to.delete(NEW)
    if (id === NEW) to.set(NEW, '1')
    else if (id) to.set(OPEN, id)
    setParams(to, { replace: id === null, preventScrollReset: true })
  }
  /** A new draft is in no list but that of the drafts, where it is published. */
  function closeNew(isMade: boolean) {
    if (isMade) setParams({ tab: 'products', shown: 'draft' }, { replace: true, preventScrollReset: true })
    else open(null)
  }
  const close = () => setAct(null)
  const id = params.get(OPEN)
  const [kind, product] = act && typeof act === 'object' ? [act.kind, act.product] : []

  return (
    <>
      <ProductList
        selection={selection}
        onCreate={() => open(NEW)}
        onEdit={product => open(product.id)}
        onDelete={product => setAct({ kind: 'delete', product })}
        onStock={product => setAct({ kind: 'stock', product })}
        onPublish={product => setAct({ kind: 'publish', product })}
        onImport={() => setAct('import')}
        onBulk={() => setAct('bulk')}
      />
      {id && <ProductDialog key={id} id={id} onClose={() => open(null)} />}
      {params.has(NEW) && mayChange && <ProductDialog id={null} onClose={closeNew} />}
      {act === 'import' && <ImportDialog onClose={close} />}
      {act === 'bulk' && <BulkEdit products={[...selection.rows.values()]} onClose={close} onDone={selection.clear} />}
      {product && kind === 'stock' && <StockDialog product={product} onClose={close} />}
      {product && kind === 'publish' && <PublishProduct product={product} onClose={close} />}
      {product && kind === 'delete' && (
        <DeleteProduct product={product} onDeleted={() => selection.drop([product])} onClose={close} />
      )}
    </>
  )
}

const shape = {
  q: searchWords(100),
  tier: z.enum(TIERS),
  category: searchWords(60),
  stock: z.enum(STOCK_STATES),
  type: z.enum(['once', 'subscription', 'sale']),
  shown: z.enum(['draft', 'deleted']),
  sort: z.enum(PRODUCT_SORTS).default('order'),
  way: z.enum(['up', 'down']).default('up'),
}
type ProductFilters = FiltersOf<typeof shape>

/** Filters of the product list. */
const PRODUCT_FILTERS = defineFilters(shape, ['sort', 'way'])

const PAGE = '25'

type ProductListProps = ProductActs & {
  selection: Selection<AdminProduct>
  onCreate: () => void
  onImport: () => void
  onBulk: () => void
}

/** All products that pass the filters of the URL. */
function ProductList({ selection, onCreate, onImport, onBulk, ...acts }: ProductListProps) {
  const { filters, change, clear, query, isFiltered } = useFilters(PRODUCT_FILTERS)
  const mayChange = useRight('products.change')
  const mayExport = useRight('products.export')
  const { brand } = useSettings()
  const live = useLiveList({
    parts: ['products'],
    queryKey: PRODUCTS,
    holds: selection.rows.size > 0,
  })
  const list = useList({
    queryKey: [...PRODUCTS, 'list', query],
    fetchPage: next => call(productsClient().admin.products.$get({ query: { ...query, limit: PAGE, ...next } })),
    rowsOf: page => page.products,
  })
  const page = list.firstPage
  return (
    <div className="flex flex-col gap-5">
      <ProductFilterBar filters={filters} categories={page?.categories ?? []} onChange={change} />
      <div className="flex flex-wrap items-center gap-2">
        {mayChange && (
          <>
            <Button size="sm" icon="plus" onClick={onCreate}>
              Create New Product
            </Button>
            <Button size="sm" variant="secondary" icon="upload" onClick={onImport}>
              Import CSV
            </Button>
          </>
        )}
        {mayExport && (
          <ExportCsv
            path="/api/admin/products/export"
            query={PRODUCT_FILTERS.filterQueryOf(filters)}
            name={fileNameOf(brand, 'products.csv')}
            done="Products were exported"
          >
            Export CSV
          </ExportCsv>
        )}
        <ClearFilters isFiltered={isFiltered} onClear={clear} />
      </div>
      <SavedFiltersBar tab="products" names={PRODUCT_FILTERS.names} />
      <LiveHint {...live} />
      <ListBody
        list={list}
        failed="Failed to load products"
        loading={<SkeletonText lines={14} className="py-4" />}
        empty={
          isFiltered ? (
            <NoMatch title="No products match" onClear={clear} />
          ) : (
            <EmptyState title="No products yet" icon="store" />
          )
        }
        nouns={['product', 'products']}
        total={page && page.total < 1000 ? page.total : undefined}
        className="flex flex-col gap-5"
      >
        {products => (
          <ProductTable
            products={products}
            selection={selection}
            sort={filters.sort}
            way={filters.way}
            onSort={(sort, way) => change({ sort, way })}
            {...acts}
          />
        )}
      </ListBody>
      <BulkBar label="Chosen products" count={selection.rows.size} onClear={selection.clear}>
        <Button size="sm" icon="edit" onClick={onBulk}>
          Edit
        </Button>
      </BulkBar>
    </div>
  )
}

type ProductFilterBarProps = {
  filters: ProductFilters
  categories: readonly string[]
  onChange: (change: Partial<ProductFilters>) => void
}

const STOCK_WORDS = { in: 'In stock', low: 'Low stock', out: 'Out of stock', stopped: 'Not for sale' } as const
const TYPE_WORDS = { once: 'Bought once', subscription: 'Subscription', sale: 'On sale' } as const
const ANY = { value: '', label: 'Any' }
const choices = (words: Record<string, string>) => [
  ANY,
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

/** Search and filters; each change goes to the URL at once. */
function ProductFilterBar({ filters, categories, onChange }: ProductFilterBarProps) {
  const { select, input } = filterFields(filters, onChange)
  // Also offers a category that an old link names.
  const named = [...new Set([...categories, ...(filters.category ? [filters.category] : [])])]
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-[minmax(10rem,1fr)_8rem_11rem_9rem_9rem_9rem]">
      <SearchField
        label="Search by name or SKU"
        className="col-span-full xl:col-span-1"
        maxLength={100}
        {...input('q')}
      />
      <FilterFold count={PRODUCT_FILTERS.inUse(filters)}>
        <SelectField
          label="Tier"
          options={[ANY, ...TIERS.map(tier => ({ value: tier, label: tier }))]}
          {...select('tier')}
        />
        <SelectField
          label="Category"
          options={[ANY, ...named.map(category => ({ value: category, label: category }))]}
          {...select('category')}
        />
        <SelectField label="Stock" options={choices(STOCK_WORDS)} {...select('stock')} />
        <SelectField label="Kind" options={choices(TYPE_WORDS)} {...select('type')} />
        <SelectField
          label="Shown"
          options={[
            { value: '', label: 'In the store' },
            { value: 'draft', label: 'Drafts' },
            { value: 'deleted', label: 'Deleted' },
          ]}
          {...select('shown')}
        />
      </FilterFold>
    </search>
  )
}
