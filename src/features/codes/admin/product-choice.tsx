import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { CatalogAdminApi } from '#features/catalog/admin/admin-api.server.ts'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Chip } from '#ui/data/chip.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { CouponDraft } from './coupons/coupon-draft.ts'

type Product = CouponDraft['products'][number]
type Props = {
  products: readonly Product[]
  error: string | undefined
  disabled: boolean
  onChange: (products: Product[]) => void
}

const FOUND = '6'

/** Selects products by name: a search adds a product, a press removes it. */
export function ProductChoice({ products, error, disabled, onChange }: Props) {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search.trim())
  const found = useQuery({
    queryKey: ['admin-products', 'choice', q],
    queryFn: () => call(clientOf<CatalogAdminApi>().admin.products.$get({ query: { q, limit: FOUND } })),
    enabled: q !== '' && !disabled,
    placeholderData: keepPreviousData,
  })
  const offered = q ? (found.data?.products ?? []).filter(({ id }) => !products.some(chosen => chosen.id === id)) : []
  return (
    <div className="flex flex-col gap-3">
      <TextField
        label="Products"
        type="search"
        id="coupon-productIds"
        hint="Search by name or SKU"
        disabled={disabled}
        error={error ?? (found.isError ? found.error.message : undefined)}
        value={search}
        maxLength={100}
        onChange={({ target }) => setSearch(target.value)}
        // Enter runs the search and does not submit the form.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
        className="sm:w-1/2"
      />
      <div role="status" className="flex flex-wrap gap-2 empty:hidden">
        {offered.map(({ id, name }) => (
          <Button
            key={id}
            size="sm"
            variant="secondary"
            icon="plus"
            onClick={() => onChange([...products, { id, name }])}
          >
            {name}
          </Button>
        ))}
        {q && found.data && !found.isPlaceholderData && found.data.products.length === 0 && (
          <span className="text-muted text-sm">No products match</span>
        )}
      </div>
      {products.length > 0 && (
        <ul aria-label="Chosen products" className="flex flex-wrap gap-2">
          {products.map(({ id, name }) => (
            <li key={id}>
              {disabled ? (
                <span className="inline-flex min-h-9 items-center rounded-sm border border-line px-3 text-sm">
                  {name}
                </span>
              ) : (
                <Chip
                  removeLabel={`Remove ${name}`}
                  onRemove={() => onChange(products.filter(other => other.id !== id))}
                >
                  {name}
                </Chip>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
