// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, press, show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import { AdminUsersTab } from '../admin-users-tab.tsx'
import { userOf } from '../testing/user-rows.ts'

withPage()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  signIn('owner')
})
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** 25 users in pages, as the server has them. */
function listUsers({ limit, offset, cursor }: Record<string, string>) {
  const from = Number(cursor ?? offset ?? 0)
  const users = Array.from({ length: 25 }, (_, n) => userOf(`User${n + 1}`)).slice(from, from + Number(limit))
  const to = from + users.length
  const pagination = { total: 25, isTotalExact: true, hasMore: to < 25 }
  return Response.json({ users, pagination, nextCursor: to < 25 ? String(to) : null })
}

const goTo = async (link: string, range: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: link })))
  await screen.findByText(`${range} of 25 users`)
}

it('pages of users have 10 rows, are kept for 5 minutes, and both buttons read them again [B-12.23] [B-12.222] [B-12.237]', async () => {
  const calls = answerCalls({
    'GET /api/admin/users': ({ query }) => listUsers(query),
    'GET /api/admin/saved-filters': { filters: [] },
  })
  const reads = () => calls.filter(({ call }) => call === 'GET /api/admin/users').length
  show(<AdminUsersTab />, '/admin?tab=users')
  await screen.findByText('1–10 of 25 users')
  expect(screen.getAllByRole('row')).toHaveLength(11)
  await goTo('Next', '11–20')
  await goTo('Next', '21–25')
  expect(screen.getAllByRole('row')).toHaveLength(6)
  expect(calls.at(-1)?.query).toMatchObject({ limit: '10', cursor: '20' })
  expect(reads()).toBe(3)

  vi.advanceTimersByTime(5 * MINUTE - 1)
  await goTo('Previous', '11–20')
  await goTo('Previous', '1–10')
  expect(reads()).toBe(3)
  vi.advanceTimersByTime(1)
  await goTo('Next', '11–20')
  expect(reads()).toBe(4)
  await press('Refresh')
  expect(reads()).toBe(5)
  await press('Cache refresh')
  await goTo('Previous', '1–10')
  expect(reads()).toBe(7)
})
