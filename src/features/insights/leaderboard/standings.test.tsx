import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import Standings from './standings.tsx'

/** Both lists of a shop that is no demo, with this answer to their calls. */
function shown(answer: { rows: unknown[] } | ApiError): string {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  for (const name of ['leaderboard', 'recent-sales']) {
    const query = client.getQueryCache().build(client, { queryKey: [name] })
    if (answer instanceof ApiError) query.setState({ status: 'error', error: answer, fetchStatus: 'idle' })
    else query.setData({ ...answer, isSample: false })
  }
  const Page = createRoutesStub([{ path: '/', Component: Standings }])
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
}

it('says "No customers yet" and "No purchases yet" in a shop without purchases [B-2.52]', () => {
  const html = shown({ rows: [] })
  expect(html).toContain('No customers yet')
  expect(html).toContain('No purchases yet')
})

it('says that lists could not be loaded, without invented rows [B-8.38]', () => {
  const html = shown(new ApiError({ status: 500, code: 'internal', detail: 'An error occurred. Please try again.' }))
  expect(html.match(/An error occurred\. Please try again\./g)).toHaveLength(2)
  expect(html.match(/Try again/g)).toHaveLength(2)
  expect(html).not.toContain('Sample')
  expect(html).not.toContain('<li')
})
