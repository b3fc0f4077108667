// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ActProps } from '#features/giveaways/lifecycle/admin/admin-giveaway-card.tsx'
import { ReauthenticationPrompt } from '#features/identity/security/reauthentication-prompt.tsx'
import { answerCalls, key, press, refusal, show, signIn, withPage, withToasts } from '#ui/testing/in-browser.tsx'
import { AwaitRound } from './await-round.tsx'

withPage()
const told = withToasts()
beforeEach(() => {
  signIn('owner')
  vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') })
})
afterEach(() => void vi.useRealTimers())

const KIT = { id: 'kit', slug: 'kit', title: 'Field Kit' } as ActProps['giveaway']
const FROZEN = { state: 'frozen', round: 7, drawsAt: '2026-03-02T12:02:00Z', result: null }
const DRAWN = { ...FROZEN, state: 'drawn', result: { winnerSlot: 4 } }
const READ = 'GET /api/giveaways/kit/draw'
const DRAW = 'POST /api/admin/select-automatic-winner'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const onClose = vi.fn()

function open(answers: Parameters<typeof answerCalls>[0]) {
  onClose.mockClear()
  const calls = answerCalls(answers)
  show(
    <>
      <AwaitRound giveaway={KIT} onClose={onClose} />
      <ReauthenticationPrompt />
    </>,
  )
  return () => calls.map(({ call }) => call).filter(call => call === DRAW).length
}

it('waiting for the round makes no call that asks for the password, and shows the winner once it is drawn [B-12.252]', async () => {
  let draw: object = FROZEN
  const draws = open({ [READ]: () => Response.json(draw) })
  await pass(0)
  expect(screen.getByText(/of the public beacon decides/).textContent).toContain('Round 7')
  await pass(125_000)
  expect(screen.getByText('Waiting for round 7')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Draw now' })).toBeNull()
  draw = DRAWN
  await pass(2000)
  expect(told).toEqual(['Winner selected: Slot 4'])
  expect(onClose).toHaveBeenCalledOnce()
  expect(draws()).toBe(0)
})

it('a draw that is late can be asked for; a dismissed password leaves the countdown, and a refusal says what stops the draw [B-12.252]', async () => {
  const answers = [
    () => refusal(403, 'ReauthenticationRequired', 'Please confirm that it is you.'),
    () => refusal(409, 'evidence_altered', 'The list was changed after the freeze.'),
  ]
  const draws = open({ [READ]: FROZEN, [DRAW]: () => answers.shift()!() })
  await pass(136_000)
  await press('Draw now')
  vi.useRealTimers()
  await screen.findByRole('dialog', { name: "Confirm it's you" })
  await key('Escape')
  expect(screen.getByText('Waiting for round 7')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Draw now')
  expect(await screen.findByText('The list was changed after the freeze.')).toBeTruthy()
  expect(draws()).toBe(2)
  expect(onClose).not.toHaveBeenCalled()
})
