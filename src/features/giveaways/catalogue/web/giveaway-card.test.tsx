// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/" }
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { withPage } from '#ui/testing/in-browser.tsx'
import type { CardGiveaway } from '../../giveaway/card-giveaway.ts'
import { GiveawayCard } from './giveaway-card.tsx'

withPage()

const CLOSED = {
  ...{ id: 'kit', slug: 'kit', title: 'Field Kit', tier: 'Gold', value: 450, totalSlots: 40, availableSlots: 40 },
  ...{ startDate: '2026-03-01T12:00:00.000Z', endDate: '2026-03-20T12:00:00.000Z', state: 'closed', winner: null },
  ...{ closedAt: '2026-03-05T12:00:00.000Z', drawDate: '2026-03-13T18:00:10.000Z', isCancelled: false },
} as CardGiveaway

/** The card asks a data router whether its link is followed. */
const showCard = (giveaway: CardGiveaway) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <GiveawayCard giveaway={giveaway} /> }])} />)

it('a giveaway without entries announces no draw, and one that closed early tells that moment [B-2.121]', () => {
  const { unmount } = showCard(CLOSED)
  expect(screen.getByText('Draw pending')).toBeTruthy()
  expect(screen.getByText(/^Ran from Mar 1, .* to Mar 5, 2026/)).toBeTruthy()
  unmount()
  showCard({ ...CLOSED, drawDate: null })
  expect(screen.getByText('Ended')).toBeTruthy()
  expect(screen.getByText('This giveaway has ended. No winner is drawn.')).toBeTruthy()
})
