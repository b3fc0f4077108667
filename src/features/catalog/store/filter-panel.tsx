import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { TIERS } from '#kernel/values/tiers.ts'
import { Button } from '#ui/buttons/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { TierIcon } from '#ui/money/tier-badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import type { Facets } from '../contract.ts'
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
      <TypeAndTier filters={filters} facets={facets} />
      <CategoryAndPrice filters={filters} facets={facets} />
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

type PartProps = Pick<FilterPanelProps, 'filters' | 'facets'>

function TypeAndTier({ filters, facets }: PartProps) {
  const count = counter(facets.tier)
  const types = counter(facets.type)
  return (
    <>
      <Group title="Type">
        <Choice to={storeLink(filters, { type: 'all' })} chosen={filters.type === 'all'} count={types('all')}>
          All Products
        </Choice>
        <Choice
          to={storeLink(filters, { type: 'subscription' })}
          chosen={filters.type === 'subscription'}
          count={types('subscription')}
        >
          Subscriptions
        </Choice>
      </Group>
      <Group title="Tier">
        <Choice to={storeLink(filters, { tier: null })} chosen={filters.tier === null} count={sum(facets.tier)}>
          All Tiers
        </Choice>
        {TIERS.map(tier => (
          <Choice key={tier} to={storeLink(filters, { tier })} chosen={filters.tier === tier} count={count(tier)}>
            <TierIcon tier={tier} size={14} />
            {tier}
          </Choice>
        ))}
      </Group>
    </>
  )
}

function CategoryAndPrice({ filters, facets }: PartProps) {
  const prices = counter(facets.price)
  return (
    <>
      <Group title="Category">
        <Choice
          to={storeLink(filters, { category: null })}
          chosen={filters.category === null}
          count={sum(facets.category)}
        >
          All categories
        </Choice>
        {facets.category.map(({ value, count }) => (
          <Choice
            key={value}
            to={storeLink(filters, { category: value })}
            chosen={filters.category === value}
            count={count}
          >
            {value}
          </Choice>
        ))}
      </Group>
      <Group title="Price">
        <Choice to={storeLink(filters, { price: null })} chosen={filters.price === null} count={sum(facets.price)}>
          Any price
        </Choice>
        {(Object.keys(PRICE_NAMES) as PriceRange[]).map(price => (
          <Choice key={price} to={storeLink(filters, { price })} chosen={filters.price === price} count={prices(price)}>
            {PRICE_NAMES[price]}
          </Choice>
        ))}
      </Group>
    </>
  )
}

const counter = (counts: Facets['tier']) => (value: string) => counts.find(count => count.value === value)?.count ?? 0
const sum = (counts: Facets['tier']) => counts.reduce((total, { count }) => total + count, 0)

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
