import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { proved } from '#features/identity/security/proved.ts'
import { SavedFiltersBar } from '#features/saved-filters/saved-filters.tsx'
import { call } from '#platform/client/call.ts'
import { useRight } from '#platform/client/rights.ts'
import { useLiveList } from '#platform/client/staff-changes.ts'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ExportButton } from '#ui/export-button.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { LiveHint } from '#ui/live-hint.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { SkeletonText } from '#ui/skeleton.tsx'
import type { AdminProduct } from '../admin-contract.ts'
import { ProductFilterBar } from './product-filter-bar.tsx'
import {
  exportQueryOf,
  filtersOf,
  isFiltered,
  NAMES,
  type ProductFilters,
  queryOf,
  withFilters,
  withoutFilters,
} from './product-filters.ts'
import { type ProductActs, ProductTable } from './product-table.tsx'
import { PRODUCTS, productsClient } from './products-client.ts'

const PAGE = '25'
/** The API's limit of products per bulk change. */
const MAX_CHOSEN = 200

type ProductListProps = ProductActs & {
  /** By id, as at selection. */
  chosen: ReadonlyMap<string, AdminProduct>
  onChosen: (chosen: ReadonlyMap<string, AdminProduct>) => void
  onCreate: () => void
  onImport: () => void
  onBulk: () => void
}

/** All products that pass the filters of the URL. */
export function ProductList({ chosen, onChosen, onCreate, onImport, onBulk, ...acts }: ProductListProps) {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params)
  const list = useProductPages(queryOf(filters))
  const rows = useMemo(() => list.data?.pages.flatMap(page => page.products) ?? [], [list.data])
  const mayChange = useRight('products.change')
  const live = useLiveList({
    parts: ['products'],
    paths: ['/api/admin/products'],
    queryKey: PRODUCTS,
    holds: chosen.size > 0,
  })
  const change = useCallback(
    (changed: Partial<ProductFilters>) => {
      // A product that is no longer listed is no longer selected.
      onChosen(new Map())
      setParams(now => withFilters(now, changed), { replace: true, preventScrollReset: true })
    },
    [setParams, onChosen],
  )
  function clear() {
    onChosen(new Map())
    setParams(withoutFilters, { replace: true, preventScrollReset: true })
  }
  function choose(products: readonly AdminProduct[], isChosen: boolean) {
    const next = new Map(chosen)
    for (const product of products) {
      if (!isChosen) next.delete(product.id)
      else if (next.size < MAX_CHOSEN) next.set(product.id, product)
    }
    onChosen(next)
  }
  const page = list.data?.pages[0]
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
        <ExportProducts filters={filters} />
        {isFiltered(filters) && (
          <Button variant="quiet" size="sm" icon="close" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      <SavedFiltersBar tab="products" names={NAMES} onApply={() => onChosen(new Map())} />
      <LiveHint {...live} />
      {list.isPending && <SkeletonText lines={14} className="py-4" />}
      {list.isError && (
        <FailedState title="Failed to load products" busy={list.isFetching} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {page && rows.length === 0 && <Nothing filters={filters} onClear={clear} />}
      {page && rows.length > 0 && (
        <>
          <div
            aria-busy={list.isPlaceholderData || undefined}
            className={list.isPlaceholderData ? 'opacity-60' : undefined}
          >
            <ProductTable
              products={rows}
              chosen={chosen}
              onChoose={choose}
              sort={filters.sort}
              way={filters.way}
              onSort={(sort, way) => change({ sort, way })}
              {...acts}
            />
          </div>
          <LoadMore
            shown={rows.length}
            {...(page.total < 1000 && { total: page.total })}
            noun="products"
            one="product"
            busy={list.isFetchingNextPage}
            onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          />
        </>
      )}
      <BulkBar label="Chosen products" count={chosen.size} onClear={() => onChosen(new Map())}>
        <Button size="sm" icon="edit" onClick={onBulk}>
          Edit
        </Button>
      </BulkBar>
    </div>
  )
}

function Nothing({ filters, onClear }: { filters: ProductFilters; onClear: () => void }) {
  if (!isFiltered(filters)) return <EmptyState title="No products yet" icon="store" />
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      Clear filters
    </Button>
  )
  return <EmptyState title="No products match" icon="search" action={clear} />
}

function ExportProducts({ filters }: { filters: ProductFilters }) {
  const mayExport = useRight('products.export')
  if (!mayExport) return null
  const path = `/api/admin/products/export?${new URLSearchParams(exportQueryOf(filters))}`
  const file = {
    path,
    name: 'redoubt-products.csv',
    type: 'text/csv',
    invalid: 'Invalid response from export endpoint',
  }
  return (
    <ExportButton
      done="Products were exported"
      work={(onProgress, signal) => proved(() => download({ ...file, onProgress, signal }))}
    >
      Export CSV
    </ExportButton>
  )
}

const useProductPages = (query: Record<string, string>) =>
  useInfiniteQuery({
    queryKey: [...PRODUCTS, 'list', query],
    queryFn: ({ pageParam }) =>
      call(
        productsClient().admin.products.$get({
          query: { ...query, limit: PAGE, ...(pageParam && { cursor: pageParam }) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: page => page.nextCursor,
    // Keeps the old rows while the next page loads.
    placeholderData: before => before,
  })
