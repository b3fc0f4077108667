// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { address, answerCalls, key, show, withPage } from '#ui/testing/in-browser.tsx'
import { Palette } from './palette.tsx'

withPage()

const ROLE = 'owner'

const product = (name: string) => ({ kind: 'product', id: name.toLowerCase(), title: name, detail: '' })
const field = () => screen.getByRole<HTMLInputElement>('combobox')
const typeText = (value: string) => fireEvent.change(field(), { target: { value } })
/** The line that the field names as the current one. */
const current = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')

/** Answers the searches for `ca` at once and those for `cap` when it is told to. */
function open() {
  let answer: (() => void) | undefined
  answerCalls({
    'GET /api/admin/search': ({ query }) =>
      query.q === 'ca'
        ? Response.json({ found: [product('Camp Lantern'), product('Canteen')] })
        : new Promise(resolve => {
            answer = () => resolve(Response.json({ found: [product('Ball Cap')] }))
          }),
  })
  let closed = 0
  show(<Palette role={ROLE} onClose={() => closed++} />)
  field().focus()
  return {
    async answer() {
      await expect.poll(() => answer).toBeDefined()
      answer!()
    },
    closings: () => closed,
  }
}

it('the first line is current after each search, by an id of its own, so that screen readers read it again [B-13.5]', async () => {
  const { answer } = open()
  typeText('ca')
  await screen.findByRole('option', { name: 'Camp Lantern', selected: true })
  const first = current()!.id
  await key('ArrowDown')
  expect(current()!.textContent).toBe('Canteen')
  typeText('cap')
  await answer()
  await screen.findByRole('option', { name: 'Ball Cap', selected: true })
  expect([current()!.textContent, current()!.id === first]).toEqual(['Ball Cap', false])
  expect(screen.getAllByRole('option', { selected: true })).toHaveLength(1)
})

it('arrow keys go around, and Enter before the answer waits for its first line [B-13.5]', async () => {
  const { answer, closings } = open()
  typeText('ca')
  await screen.findByRole('option', { name: 'Camp Lantern', selected: true })
  await key('ArrowUp')
  expect(current()).toBe(screen.getAllByRole('option').at(-1))
  await key('ArrowDown')
  expect(current()!.textContent).toBe('Camp Lantern')
  typeText('cap')
  await key('Enter')
  expect(closings()).toBe(0)
  await answer()
  await expect.poll(() => address()).toBe('?tab=products&product=ball cap')
  expect(closings()).toBe(1)
})
