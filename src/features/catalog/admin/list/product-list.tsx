import { ExportCsv } from '#features/identity/security/export-csv.tsx'
import { SavedFiltersBar } from '#features/saved-filters/web/saved-filters.tsx'
import { call } from '#kernel/client/calls/call.ts'
import { useLiveList } from '#kernel/client/realtime/staff-changes.ts'
import { useRight } from '#kernel/client/rights.ts'
import { Button } from '#ui/buttons/button.tsx'
import { LiveHint } from '#ui/data/live-hint.tsx'
import { BulkBar } from '#ui/editing/bulk-bar.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonText } from '#ui/feedback/skeleton.tsx'
import { ClearFilters, ListBody, NoMatch } from '#ui/list-body.tsx'
import { useFilters } from '#ui/staff-kit/use-filters.ts'
import type { Selection } from '#ui/staff-kit/use-selection.ts'
import { useList } from '#ui/use-list.ts'
import type { AdminProduct } from '../admin-contract.ts'
import { ProductFilterBar } from './product-filter-bar.tsx'
import { PRODUCT_FILTERS } from './product-filters.ts'
import { type ProductActs, ProductTable } from './product-table.tsx'
import { PRODUCTS, productsClient } from './products-client.ts'

const PAGE = '25'

type ProductListProps = ProductActs & {
  selection: Selection<AdminProduct>
  onCreate: () => void
  onImport: () => void
  onBulk: () => void
}

/** All products that pass the filters of the URL. */
export function ProductList({ selection, onCreate, onImport, onBulk, ...acts }: ProductListProps) {
  // A product that is no longer listed is no longer selected.
  const { filters, change, clear, query, isFiltered } = useFilters(PRODUCT_FILTERS, selection.clear)
  const mayChange = useRight('products.change')
  const mayExport = useRight('products.export')
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
            name="redoubt-products.csv"
            done="Products were exported"
          >
            Export CSV
          </ExportCsv>
        )}
        <ClearFilters isFiltered={isFiltered} onClear={clear} />
      </div>
      <SavedFiltersBar tab="products" names={PRODUCT_FILTERS.names} onApply={selection.clear} />
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
