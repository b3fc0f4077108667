import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ActivityList } from './admin-overview-tab.tsx'
import type { Activity } from './contract.ts'

function shown(activities: Partial<Activity>[]) {
  const client = new QueryClient()
  client.setQueryData(['admin-activity'], { activities })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ActivityList />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('says that there was no activity in the last 24 hours, and links each activity [B-12.14] [B-13.14]', () => {
  expect(shown([])).toContain('No activity in the last 24 hours')
  const purchase = { type: 'purchase', id: 'o-1', title: 'Order RD-100197', amount: 12.5, email: null } as const
  const html = shown([{ ...purchase, description: 'Riley Marsh', timestamp: '2026-03-04T12:00:00Z' }])
  for (const text of ['Order RD-100197', '$12.50', 'Riley Marsh', 'tab=orders']) expect(html).toContain(text)
  expect(html).not.toContain('No activity')
})
