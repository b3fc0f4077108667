import {
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router'
import { loadProduct, orNotFound } from '#features/catalog/product/load-product.ts'
import { productMeta } from '#features/catalog/product/product-meta.ts'
import ProductPage from '#features/catalog/product/product-page.tsx'
import { loadReviews, reviewsIn } from '#features/reviews/web/load-reviews.ts'
import { ReviewsSection } from '#features/reviews/web/reviews-section.tsx'
import { apiFetchOf, transport } from '#kernel/client/browser.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import { originOf, pageMeta } from '#ui/layout/page-meta.ts'

export { ErrorBoundary } from '#features/catalog/product/product-page.tsx'

async function load(fetch: Fetch, id: string, url: string) {
  const shown = reviewsIn(new URL(url).searchParams)
  const [page, reviews] = await orNotFound(Promise.all([loadProduct(fetch, id), loadReviews(fetch, id, shown)]))
  return { ...page, reviews }
}

export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(apiFetchOf(context), params.id!, request.url)
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(transport, params.id!, request.url)

/** Choosing a size and opening a dialog change the URL but no loaded data. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const now = JSON.stringify(reviewsIn(currentUrl.searchParams))
  const next = JSON.stringify(reviewsIn(nextUrl.searchParams))
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search && now === next
  return !isSame && defaultShouldRevalidate
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches, location }) =>
  loaderData
    ? productMeta(loaderData.product, loaderData.reviews.reviews, originOf(matches), matches)
    : pageMeta(
        {
          title: 'Product not found',
          description: 'This product is not in the store.',
          path: location.pathname,
          noindex: true,
        },
        matches,
      )

/** `/product/{id}`, with the reviews of a later feature. */
export default function ProductRoute() {
  const { product, similar, reviews } = useLoaderData<typeof loader>()
  return (
    <ProductPage product={product} similar={similar} reviews={<ReviewsSection product={product} shown={reviews} />} />
  )
}
