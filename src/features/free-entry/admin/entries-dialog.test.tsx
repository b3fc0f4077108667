// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, press, refusal, show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import { EntriesDialog } from './entries-dialog.tsx'

withPage()
beforeEach(() => signIn('owner'))

const GIVEAWAY = {
  id: 'g1',
  title: 'Field Kit',
  tier: 'Gold',
  entriesCount: 2,
  entriesInDraw: 2,
  state: 'closed',
  frozenAt: null,
  winner: null,
  isDraft: false,
  closing: null,
}
const entry = (slotNumber: number) => ({
  ...{ id: `e${slotNumber}`, slotNumber, name: 'Ada', email: 'ada@example.com', tier: 'Gold', removal: null },
  ...{ date: '2026-03-02T12:00:00.000Z', isPrivateEntry: false, isAutoEntry: false, isStaff: false, userId: 'u1' },
  ...{ isInDraw: true, ineligible: null, receivedOn: null, postmarkedOn: null, rulesVersion: null },
})

it('entries that do not load, and further pages, are named with the reason [B-12.176]', async () => {
  const broken = () => refusal(409, 'x', 'The reason of the server.')
  const answers = [broken, () => Response.json({ entries: [entry(3)], total: 2, nextCursor: 'next' }), broken]
  answerCalls({
    'GET /api/admin/giveaways/g1': GIVEAWAY,
    'GET /api/giveaways/g1/entries': () => answers.shift()!(),
  })
  show(<EntriesDialog id="g1" onClose={() => {}} onSelectWinner={() => {}} />)
  expect(await screen.findByText('Failed to load giveaway entries')).toBeTruthy()
  expect(screen.getByText('The reason of the server.')).toBeTruthy()
  await press('Try again')
  expect(await screen.findByText('1 of 2 entries')).toBeTruthy()
  await press('Load more')
  expect(await screen.findByText('Failed to load entries')).toBeTruthy()
})

it('entries show the version of the official rules that the entrant accepted, and nothing for older entries [B-26.20]', async () => {
  answerCalls({
    'GET /api/admin/giveaways/g1': GIVEAWAY,
    'GET /api/giveaways/g1/entries': {
      entries: [{ ...entry(3), rulesVersion: 2 }, entry(4)],
      total: 2,
      nextCursor: null,
    },
  })
  show(<EntriesDialog id="g1" onClose={() => {}} onSelectWinner={() => {}} />)
  const rows = (await screen.findAllByRole('row')).slice(1).map(row => row.textContent)
  expect(rows[0]).toContain('Rules version 2')
  expect(rows[1]).not.toContain('Rules version')
})

const SEALED = { frozenAt: '2026-03-10T12:00:00.000Z' }
it.each([
  ['closed', {}, true, true],
  ['closed without an entry in the draw', { entriesInDraw: 0 }, false, true],
  ['sealed', SEALED, true, false],
  ['drawn, with no alternate left', { ...SEALED, state: 'drawn' }, false, false],
])(
  'a giveaway that is %s offers the draw and the removal of entries only where they are possible [B-12.253]',
  async (_, change, canDraw, canRemove) => {
    answerCalls({
      'GET /api/admin/giveaways/g1': { ...GIVEAWAY, ...change },
      'GET /api/giveaways/g1/entries': { entries: [entry(3)], total: 1, nextCursor: null },
    })
    show(<EntriesDialog id="g1" onClose={() => {}} onSelectWinner={() => {}} />)
    await screen.findAllByText('ada@example.com')
    expect(screen.queryByRole('button', { name: 'Select Winner' }) !== null).toBe(canDraw)
    expect(screen.queryByRole('button', { name: 'Remove the entry in slot 3' }) !== null).toBe(canRemove)
  },
)
