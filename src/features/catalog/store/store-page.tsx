import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
  useRevalidator,
  useSearchParams,
} from 'react-router'
import { addToCart } from '#features/cart/browser/cart.ts'
import { apiFetchOf, clientOf, transport } from '#kernel/client/browser.ts'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { useIsDemo } from '#kernel/client/site.ts'
import { Pagination } from '#ui/data/pagination.tsx'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { TopoGround } from '#ui/layout/topo-ground.tsx'
import type { CatalogApi } from '../api.server.ts'
import { cardOf, cartItemOf, withoutPlaceholder } from '../products/card-product.ts'
import { ProductCard, ProductCardSkeleton } from '../products/web/product-card.tsx'
import { EmptyStore } from './empty-store.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { StoreBar, StoreSummary } from './store-bar.tsx'
import { PAGE_SIZE, paramsOf, readFilters, storeLink } from './store-filters.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { products, ...page } = await loadStore(apiFetchOf(context), request.url)
  return {
    ...page,
    products: products.map((product, at) => (at < FIRST_PICTURES ? product : withoutPlaceholder(product))),
  }
}
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => loadStore(transport, request.url)

/** The quick-add parameter does not change the list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const listOf = (url: URL) => {
    const params = new URLSearchParams(url.search)
    params.delete('quick')
    return params.toString()
  }
  return listOf(currentUrl) !== listOf(nextUrl) && defaultShouldRevalidate
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const origin = originOf(matches)
  const tier = loaderData?.filters.tier
  return pageMeta(
    {
      title: tier ? `Store, ${tier} tier` : 'Store',
      description:
        'Patches, packs, tools, lights and apparel built for the field. Every product earns credits of its tier, to spend on numbered slots in giveaways.',
      path: '/store',
      jsonLd: [
        {
          '@type': 'ItemList',
          itemListElement: (loaderData?.products ?? []).map(({ slug, name }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name,
            url: `${origin}/product/${slug}`,
          })),
        },
      ],
    },
    matches,
  )
}

/** Pictures above the fold; the others load lazily. */
const FIRST_CARDS = 12
const FIRST_PICTURES = 4

export default function StorePage() {
  const { filters, products, total, isAlike, facets, pageCount } = useLoaderData<typeof loader>()
  const highlighted = useQuickAdd()
  const [filtersOpen, setFiltersOpen] = useState(false)
  const { location } = useNavigation()
  const loading = useSlow(location?.pathname === '/store')
  return (
    <>
      <div className="relative border-line border-b">
        <TopoGround className="animate-survey" />
        <div className="page-width relative">
          <PageTitle lead="Buy gear, earn credits of its tier, spend them on numbered slots in giveaways.">
            Store
          </PageTitle>
        </div>
      </div>
      <div className="page-width grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] pt-6 pb-20">
        <div className="lg:col-start-2">
          <StoreBar filters={filters} filtersOpen={filtersOpen} onToggleFilters={() => setFiltersOpen(!filtersOpen)} />
        </div>
        <div className="lg:col-start-1 lg:row-span-3 lg:row-start-1">
          <FilterPanel
            filters={filters}
            facets={facets}
            total={total}
            open={filtersOpen}
            onClose={() => setFiltersOpen(false)}
          />
        </div>
        <StoreSummary filters={filters} total={total} isAlike={isAlike} />
        <section aria-label="Products" aria-busy={loading} className="min-w-0">
          {products.length === 0 && !loading ? (
            <EmptyStore filters={filters} total={total} />
          ) : (
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-4">
              {loading
                ? products.map(product => (
                    <li key={product.id}>
                      <ProductCardSkeleton />
                    </li>
                  ))
                : products.map((product, at) => (
                    <li
                      key={product.id}
                      id={cardIdOf(product.id)}
                      className={at < FIRST_CARDS ? undefined : 'below-fold'}
                    >
                      <ProductCard
                        product={product}
                        priority={at < FIRST_PICTURES}
                        highlighted={product.id === highlighted}
                      />
                    </li>
                  ))}
            </ul>
          )}
          <div className="mt-8 flex justify-center">
            <Pagination
              label="Products"
              page={filters.page}
              pageCount={pageCount}
              linkTo={page => storeLink(filters, { page })}
            />
          </div>
        </section>
      </div>
    </>
  )
}

export const ErrorBoundary = StoreFailed

/** True once `busy` has lasted `afterMs` milliseconds, so that a quick load shows no flicker. */
function useSlow(busy: boolean, afterMs = 180): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => clearTimeout(timer)
  }, [busy, afterMs])
  return slow
}

/** Loads the store page of a URL, with one call on the server and in the browser. */
async function loadStore(fetch: Fetch, url: string) {
  const filters = readFilters(new URL(url).searchParams)
  const query = { ...paramsOf(filters), limit: String(PAGE_SIZE) }
  const { products, total, isAlike, facets } = await call(clientOf<CatalogApi>(fetch).products.$get({ query }))
  return { filters, products: products.map(cardOf), total, isAlike, facets, pageCount: Math.ceil(total / PAGE_SIZE) }
}

const SampleProducts = lazy(() => import('./sample-products.tsx'))

/** Shown when the products cannot be loaded. A demo then shows two sample products, which cannot be bought. */
function StoreFailed() {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page-width flex flex-col gap-10 pb-20">
      <PageTitle>Store</PageTitle>
      <FailedState
        title="The products could not be loaded"
        busy={state === 'loading'}
        onRetry={() => void revalidate()}
      >
        Your cart is safe. Please try again in a moment.
      </FailedState>
      {useIsDemo() && (
        <Suspense>
          <SampleProducts />
        </Suspense>
      )}
    </div>
  )
}

const cardIdOf = (id: string) => `product-${id}`

/** The highlight of a quick-add lasts 1 s. */
const HIGHLIGHT_MS = 1000

/**
 * `quick=` in the URL adds that product to the cart once, then the parameter is removed. A product with several sizes or colors
 * opens instead, because the shopper must choose. On the page, the product is shown for a second before the drawer opens, because the drawer
 * covers a phone's whole page.
 * @returns the id of the product to highlight, for one second.
 */
function useQuickAdd(): string | null {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const quick = params.get('quick')
  const handled = useRef<string>(undefined)

  useEffect(() => {
    if (!quick) handled.current = undefined
    if (!quick || handled.current === quick) return
    handled.current = quick
    addOnce(quick).then(
      added => {
        if ('choose' in added) return navigate(added.choose, { replace: true })
        if ('id' in added) setHighlighted(added.id)
        return leave()
      },
      error => {
        toast.error(error instanceof ApiError ? error.message : 'An error occurred. Please try again.')
        return leave()
      },
    )
    function leave() {
      setParams(
        now => {
          now.delete('quick')
          return now
        },
        { replace: true, preventScrollReset: true },
      )
    }
  }, [quick, navigate, setParams])

  // From its first appearance, which a busy phone may show late.
  useEffect(() => {
    if (!highlighted) return
    const timer = setTimeout(() => setHighlighted(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlighted])

  return highlighted
}

/** @returns the product to highlight, the page to choose on, or neither for a product that is out of stock. */
async function addOnce(id: string): Promise<{ id: string } | { choose: string } | { gone: true }> {
  const product = cardOf(await call(clientOf<CatalogApi>().products[':id'].$get({ param: { id } })))
  if (!product.inStock) {
    toast.error(`${product.name} is out of stock.`)
    return { gone: true }
  }
  if (product.variantId === null) {
    toast.info(`Please choose a ${product.choices} first.`)
    return { choose: `/product/${product.slug}` }
  }
  const card = document.getElementById(cardIdOf(product.id))
  card?.scrollIntoView({ block: 'center' })
  addToCart(cartItemOf(product, product), card ? HIGHLIGHT_MS : 0)
  return { id: product.id }
}
