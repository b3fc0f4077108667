import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Work } from '../contract.ts'
import { byUrgency, urgencyOf } from './rules.ts'
import { TodaySection } from './today-section.tsx'

function shown(work: Work[]) {
  const client = new QueryClient()
  client.setQueryData(['admin-today'], { work, limit: 100 })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TodaySection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const refund = {
  id: 'r-1',
  recordId: 'o-1',
  name: 'RD-100181',
  note: '$62.54',
  dueAt: null,
  since: '2026-03-04T12:00:00Z',
}
const refunds = (count: number): Work => ({
  ...{ kind: 'failed_refunds', urgency: 'now', count, dueAt: null, since: refund.since, items: [refund] },
})

it('says that nothing is waiting [B-13.85]', () => {
  expect(shown([])).toContain('Nothing is waiting')
  expect(shown([refunds(1)])).not.toContain('Nothing is waiting')
})

it('names the work with its count, links record and list, and offers the press that does it [B-13.85] [B-13.88]', () => {
  const html = shown([refunds(100)])
  for (const text of ['100+', 'Failed refunds', 'Urgent', 'RD-100181', '$62.54', '?tab=orders&amp;order=o-1'])
    expect(html).toContain(text)
  expect(html).toContain('?tab=orders&amp;status=refund_failed')
  expect(html).toContain('Try again: the refund of RD-100181')
  expect(shown([refunds(7)])).not.toContain('7+')
})

it('sorts what is overdue or failed first, then by deadline, then the rest [B-13.86]', () => {
  const now = new Date('2026-03-04T12:00:00Z')
  const at = (kind: Work['kind'], hours: number | null) => {
    const dueAt = hours === null ? null : new Date(+now + hours * 3_600_000)
    return { kind, urgency: urgencyOf(kind, dueAt, now), dueAt: dueAt?.toISOString() ?? null }
  }
  const work = [
    ...[at('low_stock', null), at('draws', 2), at('orders_to_pack', null), at('disputes', 30)],
    ...[at('winner_tasks', 1), at('overdue_tickets', -1), at('failed_refunds', null), at('discrepancies', null)],
  ]
  expect(work.sort(byUrgency).map(({ kind }) => kind)).toEqual([
    ...['failed_refunds', 'overdue_tickets', 'discrepancies', 'winner_tasks', 'draws', 'disputes'],
    ...['orders_to_pack', 'low_stock'],
  ])
})
