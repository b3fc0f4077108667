// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/" }
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { answerCalls, show, withPage } from '#ui/testing/in-browser.tsx'
import { Welcome } from './welcome.tsx'

withPage()

it('the welcome counts all entries, also beyond the 500 of a page [B-2.30]', async () => {
  const calls = answerCalls({ 'GET /api/my/entries': { entries: [], total: 1612, nextCursor: 'next' } })
  const user = { id: 'u', email: 'sam@example.com', name: 'Sam', isAdmin: false, role: null, isSubscriber: true }
  show(<Welcome user={user} />)
  expect(await screen.findByText('1,612')).toBeTruthy()
  expect(screen.getByText('Premium member')).toBeTruthy()
  expect(calls.map(({ query }) => query)).toEqual([{ limit: '1' }])
})
