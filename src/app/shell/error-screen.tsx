import { isRouteErrorResponse } from 'react-router'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { Button } from '#ui/buttons/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { SlimHeader } from './header/slim-header.tsx'

/** Shown instead of a page that failed. Errors from the router and errors in a page have different titles. */
export function ErrorScreen({ error }: { error: unknown }) {
  const title = isRouteErrorResponse(error) ? 'Unexpected Application Error!' : 'Something went wrong'
  return (
    <div className="flex min-h-dvh flex-col">
      <title>{`${title} · Redoubt`}</title>
      <SlimHeader />
      <main className="page-width flex flex-1 flex-col items-start justify-center py-16">
        <Icon name="warning" size={32} className="text-signal" />
        <div role="alert">
          <h1 className="mt-4 text-4xl">{title}</h1>
          <p className="mt-3 max-w-prose text-lg text-muted">
            {error instanceof ApiError
              ? error.message
              : 'The page could not be shown. Your cart and your account are as they were.'}
          </p>
        </div>
        <Button size="lg" className="mt-8" onClick={() => window.location.reload()}>
          Reload Page
        </Button>
      </main>
    </div>
  )
}
