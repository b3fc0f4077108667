import { lazy, Suspense } from 'react'
import { useRevalidator } from 'react-router'
import { useIsDemo } from '#kernel/client/site.ts'
import { FailedState } from '#ui/feedback/failed-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'

const SampleProducts = lazy(() => import('./sample-products.tsx'))

/** Shown when the products cannot be loaded. A demo then shows two sample products, which cannot be bought. */
export function StoreFailed() {
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
