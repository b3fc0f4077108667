import type { ReactNode } from 'react'
import { priceFilterName } from '#features/cart/prices/shown-price.ts'
import { useSettings } from '#kernel/client/site.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Link } from '#ui/navigation/link.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Facets } from '../products/contract.ts'
import { FILTERS_ID } from './store-bar.tsx'
import { PRICE_NAMES, type PriceRange, type StoreFilters, storeLink } from './store-filters.ts'

type FilterPanelProps = {
  filters: StoreFilters
  facets: Facets
  total: number
  /** On phones a button opens the panel; on wide screens the panel is always visible. */
  open: boolean
  onClose: () => void
}

/** All filters as links with their result counts: they work before hydration, and Back undoes them. */
export function FilterPanel({ filters, facets, total, open, onClose }: FilterPanelProps) {
  return (
    <nav
      id={FILTERS_ID}
      aria-label="Filters"
      className={classNames(
        'flex-col gap-7 max-lg:rounded-md max-lg:border max-lg:border-line max-lg:p-4 lg:flex',
        open ? 'flex' : 'max-lg:hidden',
      )}
    >
      <OneOf
        title="Type"
        name="type"
        filters={filters}
        options={[
          { value: 'all', label: 'All Products', count: countIn(facets.type, 'all') },
          { value: 'subscription', label: 'Subscriptions', count: countIn(facets.type, 'subscription') },
        ]}
      />
      <OneOf
        title="Tier"
        name="tier"
        filters={filters}
        options={[
          { value: null, label: 'All Tiers', count: sum(facets.tier) },
          ...TIERS.map(tier => ({ value: tier, label: <TierName tier={tier} />, count: countIn(facets.tier, tier) })),
        ]}
      />
      <OneOf
        title="Category"
        name="category"
        filters={filters}
        options={[
          { value: null, label: 'All categories', count: sum(facets.category) },
          ...facets.category.map(({ value, count }) => ({ value, label: value, count })),
        ]}
      />
      <OneOf
        title={priceFilterName(useSettings())}
        name="price"
        filters={filters}
        options={[
          { value: null, label: 'Any price', count: sum(facets.price) },
          ...(Object.keys(PRICE_NAMES) as PriceRange[]).map(price => ({
            value: price,
            label: PRICE_NAMES[price],
            count: countIn(facets.price, price),
          })),
        ]}
      />
      <Group title="Availability">
        <Choice
          to={storeLink(filters, { inStock: !filters.inStock })}
          chosen={filters.inStock}
          count={facets.inStock}
          box
        >
          In stock
        </Choice>
      </Group>
      <Button className="lg:hidden" onClick={onClose}>
        Show {total} {total === 1 ? 'product' : 'products'}
      </Button>
    </nav>
  )
}

type Counts = Facets['tier']
const countIn = (counts: Counts, value: string) => counts.find(count => count.value === value)?.count ?? 0
const sum = (counts: Counts) => counts.reduce((total, { count }) => total + count, 0)

const TierName = ({ tier }: { tier: Tier }) => (
  <>
    <TierIcon tier={tier} size={14} />
    {tier}
  </>
)

type OneOfProps = {
  title: string
  name: 'type' | 'tier' | 'category' | 'price'
  filters: StoreFilters
  options: { value: string | null; label: ReactNode; count: number }[]
}

/** A filter with one chosen option. */
const OneOf = ({ title, name, filters, options }: OneOfProps) => (
  <Group title={title}>
    {options.map(({ value, label, count }) => (
      <Choice key={value} to={storeLink(filters, { [name]: value })} chosen={filters[name] === value} count={count}>
        {label}
      </Choice>
    ))}
  </Group>
)

/** One filter: its name and its choices. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="label-sm mb-1.5 border-line border-b pb-2 text-muted">{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

type ChoiceProps = {
  to: string
  chosen: boolean
  count: number
  /** Shown as a checkbox: the shopper can clear it on its own. */
  box?: boolean
  children: ReactNode
}

/** A filter choice, as a link to its result. */
function Choice({ to, chosen, count, box = false, children }: ChoiceProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={chosen ? 'true' : undefined}
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-sm px-2 transition-colors hover:bg-raised lg:min-h-9',
          chosen ? 'font-semibold text-ink' : 'text-muted',
        )}
      >
        <span
          aria-hidden="true"
          className={classNames(
            'grid size-4 place-items-center border',
            !box && 'rounded-full',
            chosen ? 'border-signal text-signal' : 'border-line-strong',
          )}
        >
          {chosen && (box ? <Icon name="check" size={16} /> : <span className="size-2 rounded-full bg-signal" />)}
        </span>
        {children}
        <span className="figure ml-auto text-muted">
          <span className="sr-only">, </span>
          {count}
        </span>
      </Link>
    </li>
  )
}
