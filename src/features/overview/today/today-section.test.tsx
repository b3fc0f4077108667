import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { Work } from '../contract.ts'
import { byUrgency, urgencyOf, WORK_KINDS } from '../rules.ts'
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

it('gives each record of each kind its press, in place or where the work is done [B-13.104]', () => {
  const item = { ...refund, name: 'Thing' }
  const verbs = WORK_KINDS.map(kind => {
    const step = kind === 'winner_tasks' ? { step: 'ship' as const } : {}
    const html = shown([
      { kind, urgency: 'later', count: 1, dueAt: null, since: refund.since, items: [{ ...item, ...step }] },
    ])
    return [kind, /aria-label="([^":]+): /.exec(html)?.[1]]
  })
  expect(Object.fromEntries(verbs)).toEqual({
    ...{ disputes: 'Answer', overdue_tickets: 'Answer', overdue_inquiries: 'Answer', discrepancies: 'Resolve' },
    ...{
      failed_refunds: 'Try again',
      held_orders: 'Decide',
      cancel_requests: 'Decide',
      orders_to_pack: 'Pack',
      low_stock: 'Add stock',
    },
    ...{ winner_tasks: 'Ship the prize', winner_answers: 'Note an answer', draws: 'See entries' },
    ...{ legal_duties: 'See the duty' },
    ...{ proposals: 'Decide', cards: 'Confirm', reviews: 'Decide', winner_stories: 'Decide' },
  })
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
