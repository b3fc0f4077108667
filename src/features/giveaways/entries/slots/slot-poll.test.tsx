// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/giveaways/lamp" }
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, show, withPage } from '#ui/testing/in-browser.tsx'
import type { EnterableGiveaway } from './claim/use-choice.ts'
import { SlotDialog } from './slot-dialog.tsx'

withPage()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const LAMP: EnterableGiveaway = { id: 'lamp', slug: 'lamp', title: 'Lamp', tier: 'Gold', entryLimit: 5 }
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('without a live connection the slots are read every 3 seconds [B-9.9]', async () => {
  const taken = [4]
  const calls = answerCalls({
    'GET /api/giveaways/lamp/slots': () =>
      Response.json({ totalSlots: 10, taken, staff: [], mine: [], odds: { own: 0, all: taken.length }, limitUsed: 0 }),
    'GET /api/credits': { bronzeCredits: 0, silverCredits: 0, goldCredits: 2, platinumCredits: 0, userId: 'u' },
  })
  const reads = () => calls.filter(({ call }) => call.endsWith('/slots')).length
  show(<SlotDialog giveaway={LAMP} hasEnded={false} onClose={() => {}} onChanged={() => {}} />)
  await pass(0)
  expect(screen.getByRole('gridcell', { name: 'Slot 9, free' })).toBeTruthy()
  expect(screen.getByText(/Updates every 3 seconds$|^Connecting$/)).toBeTruthy()
  const first = reads()
  taken.push(9)
  await pass(2900)
  expect(reads()).toBe(first)
  await pass(200)
  expect(reads()).toBe(first + 1)
  expect(screen.getByRole('gridcell', { name: 'Slot 9, taken' })).toBeTruthy()
  await pass(3000)
  expect(reads()).toBe(first + 2)
})
