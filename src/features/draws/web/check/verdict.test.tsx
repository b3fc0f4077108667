import { QUICKNET } from '@redoubt/draw/round/chain.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checks } from '../stage/checks.tsx'
import { caveatsOf } from './caveats.tsx'
import { ownNumbers, ownOutcome } from './own-outcome.ts'
import { VerdictHere } from './verdict.tsx'

const STEP = { step: 1 as const, ok: true, sentence: 'The log is the named one.' }
const IN = { step: 12 as const, ok: true, sentence: 'You are in: number 22, as your receipt says.' }
const SANDBOX = 'The beacon is a sandbox, whose key the shop may hold. Such a draw is a rehearsal and proves nothing.'
const OURS = 'All witnesses are ours'

function shown(chain: string, areAllOurs: boolean, outcome = '') {
  const checked = { verdict: { ok: true, steps: [STEP], winner: 29 }, chain, own: outcome ? [IN] : [] }
  const checks = [{ isRight: true, sentence: STEP.sentence }]
  return [
    renderToStaticMarkup(<VerdictHere checked={checked} areAllOurs={areAllOurs} outcome={outcome} />),
    renderToStaticMarkup(<Checks checks={checks} caveats={caveatsOf(chain, { areAllOurs })} />),
  ]
}

it('a true draw says beside its verdict and its checks that the beacon is a sandbox and all witnesses are ours [B-20.12]', () => {
  for (const html of shown('5a'.repeat(32), true)) {
    expect(html).toContain(SANDBOX)
    expect(html).toContain(OURS)
  }
  for (const html of shown(QUICKNET.chain, false)) {
    expect(html).not.toContain('sandbox')
    expect(html).not.toContain(OURS)
  }
})

it('result and stage say why a checker lists fewer numbers than the stage [B-20.13]', () => {
  for (const html of shown(QUICKNET.chain, false))
    expect(html).toContain('has each entrant once, by the first of their numbers in that order.')
})

it('an entrant reads in the result whether they were in and won, and "Check here" tells it by the receipt [B-20.14]', () => {
  const won = { slot: 29, passedAt: null }
  const lost = ownOutcome([22], [won])
  expect(lost).toBe('You were in with number 22. Number 29 won.')
  expect(ownOutcome([22, 29], [won])).toBe('You were in with numbers 22, 29. Your number 29 won.')
  const passed = { slot: 22, passedAt: '2026-03-11T19:00:00Z' }
  expect(ownOutcome([22], [passed, won])).toBe(
    'You were in with number 22. Number 22 was drawn, and the prize was passed on from it. Number 29 won.',
  )
  expect(ownOutcome([22], [passed])).toMatch(/No number has the prize\.$/)
  expect(ownOutcome([], [won])).toBe('')
  const entries = [
    { slotNumber: 31, isInDraw: true },
    { slotNumber: 9, isInDraw: false },
    { slotNumber: 4, isInDraw: true },
  ]
  expect(ownNumbers(entries)).toEqual([4, 31])
  const [html] = shown(QUICKNET.chain, false, lost)
  expect(html).toContain(`slot 29 wins. ${lost}`)
  expect(html).toContain(IN.sentence)
})

it('a draw that does not hold says which steps fail, and which could not be checked after them', () => {
  const steps = [
    STEP,
    { step: 9 as const, ok: false, sentence: 'The signature is not of this round.' },
    { step: 10 as const, ok: false, sentence: 'Not checked, because step 9 failed.' },
  ]
  const checked = { verdict: { ok: false, steps }, chain: QUICKNET.chain, own: [] }
  const html = renderToStaticMarkup(<VerdictHere checked={checked} areAllOurs={false} outcome="" />)
  const marks = [...html.matchAll(/>(True|False|Open)</g)].map(([, mark]) => mark)
  expect(marks).toEqual(['True', 'False', 'Open'])
})
