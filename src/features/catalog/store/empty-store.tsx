import { useRight } from '#kernel/client/rights.ts'
import { ButtonLink } from '#ui/buttons/button-link.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { type StoreFilters, storeLink } from './store-filters.ts'

/** A list without a product: past its end, of a store that has none, or of filters that none matches. */
export function EmptyStore({ filters, total }: { filters: StoreFilters; total: number }) {
  if (total > 0)
    return (
      <EmptyState
        title="Nothing on this page"
        icon="search"
        action={
          <ButtonLink to={storeLink(filters, { page: 1 })} variant="secondary">
            Go to the first page
          </ButtonLink>
        }
      >
        The list has become shorter.
      </EmptyState>
    )
  if (storeLink(filters, { sort: 'featured' }) === '/store') return <NoProducts />
  return (
    <EmptyState
      title="No products match"
      icon="search"
      action={
        <ButtonLink to="/store" variant="secondary">
          Clear filters
        </ButtonLink>
      }
    >
      No product matches all of these filters. Remove one, or try another word.
    </EmptyState>
  )
}

/** The store before its first product; staff see the next step. */
function NoProducts() {
  const isForStaff = useRight('products.change')
  return (
    <EmptyState
      title="No products yet"
      icon="store"
      action={isForStaff && <ButtonLink to="/admin?tab=products&new=1">Add a product</ButtonLink>}
    >
      The first ones will be here.
    </EmptyState>
  )
}
