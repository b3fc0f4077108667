// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, press, show, signIn, type, withPage, withToasts } from '#ui/testing/in-browser.tsx'
import type { WinnerDetail } from '../../contract.ts'
import { PassOnDialog } from './pass-dialogs.tsx'

withPage()
const said = withToasts()
beforeEach(() => signIn('owner'))

const winner = (takesTwoPersons: boolean) =>
  ({ id: 'winner-1', name: 'Sam Porter', giveaway: { title: 'Night Glass' }, takesTwoPersons }) as WinnerDetail

it.each([
  { prize: 'a small prize at once', isLarge: false, act: 'Pass on', says: 'Passed to the next of the drawn order' },
  {
    prize: 'a large prize as a proposal',
    isLarge: true,
    act: 'Propose',
    says: 'Proposed. A second person confirms it',
  },
])('staff pass on $prize, with the class for the log and the typed title [B-13.39] [B-18.10] [B-18.11]', async one => {
  const calls = answerCalls({ 'POST /api/admin/winners/winner-1/pass-on': { ...winner(one.isLarge), task: null } })
  const onClose = vi.fn()
  show(<PassOnDialog winner={winner(one.isLarge)} onClose={onClose} />)
  type(/^Why, in the public log/, 'unreachable')
  type(/^Reason, for staff/, 'The phone is out of service')
  await press(one.act)
  expect(calls).toEqual([])
  type(/^Type .* to confirm/, 'Night Glass')
  await press(one.act)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(said).toEqual([one.says])
  const json = { as: 'forfeited', reasonClass: 'unreachable', reason: 'The phone is out of service' }
  expect(calls[0]).toMatchObject({ call: 'POST /api/admin/winners/winner-1/pass-on', json })
})
