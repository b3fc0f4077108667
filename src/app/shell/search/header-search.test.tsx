// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { answerCalls, key, show, withPage } from '#ui/testing/in-browser.tsx'
import type { SuggestedProduct } from './contract.ts'
import { HeaderSearch } from './header-search.tsx'

withPage()
// happy-dom has no popovers.
beforeEach(() => Object.assign(HTMLElement.prototype, { hidePopover: () => {} }))

const product = (name: string): SuggestedProduct => ({
  id: name.toLowerCase(),
  slug: name.toLowerCase(),
  name,
  tier: 'Bronze',
  price: 20,
  salesPrice: null,
  entries: 1,
  isSubscription: false,
  interval: 'month',
  inStock: true,
  color: null,
  picture: null,
})

const found = (...names: string[]) =>
  Response.json({ products: names.map(product), total: names.length + 6, isAlike: false, giveaways: [] })

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search products' })
const typeText = (value: string) => fireEvent.change(field(), { target: { value } })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent!.split('$')[0])

function open() {
  show(<HeaderSearch />, '/')
  act(() => field().focus())
}

it('asks nothing below two letters, and a late answer never replaces a newer one [B-2.100]', async () => {
  let answerLate: (() => void) | undefined
  const calls = answerCalls({
    'GET /api/search': ({ query }) =>
      query.q === 'be'
        ? new Promise(resolve => {
            answerLate = () => resolve(found('Belt'))
          })
        : found('Beanie'),
  })
  open()
  typeText('b')
  await act(() => new Promise(resolve => setTimeout(resolve, 300)))
  expect(calls).toEqual([])
  typeText('be')
  await expect.poll(() => calls.length).toBe(1)
  typeText('bea')
  await screen.findByRole('option', { name: /Beanie/ })
  await act(async () => answerLate!())
  expect(options()).toEqual(['Beanie', 'See all 7 results'])
  expect(calls.map(({ query }) => query.q)).toEqual(['be', 'bea'])
})

it('marks no line of a list that replaces the one of the letters before [B-2.101]', async () => {
  let answerLate: (() => void) | undefined
  answerCalls({
    'GET /api/search': ({ query }) =>
      query.q === 'be'
        ? found('Belt')
        : new Promise(resolve => {
            answerLate = () => resolve(found('Beanie'))
          }),
  })
  open()
  typeText('be')
  await screen.findByRole('option', { name: /Belt/ })
  typeText('bea')
  await key('ArrowDown')
  expect(field().getAttribute('aria-activedescendant')).toBe('suggestion-belt')
  await expect.poll(() => answerLate).toBeDefined()
  await act(async () => answerLate!())
  await screen.findByRole('option', { name: /Beanie/ })
  await expect.poll(() => field().getAttribute('aria-activedescendant')).toBe(null)
})

it('marks the current line for screen readers, from the field to the last line and around, and Escape closes the list [B-2.101]', async () => {
  answerCalls({ 'GET /api/search': () => found('Belt', 'Beanie') })
  open()
  expect(field().getAttribute('aria-expanded')).toBe('false')
  typeText('be')
  await screen.findByRole('option', { name: /Belt/ })
  expect(field().getAttribute('aria-expanded')).toBe('true')
  screen.getByText('8 products. Arrow keys choose, Enter opens.')
  const current = () => field().getAttribute('aria-activedescendant')
  const walked = [current()]
  for (const name of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) {
    await key(name)
    walked.push(current())
  }
  expect(walked).toEqual([null, 'suggestion-belt', 'suggestion-beanie', 'suggestion-all', null, 'suggestion-all'])
  await key('Escape')
  expect([options(), field().getAttribute('aria-expanded'), field().value]).toEqual([[], 'false', 'be'])
  await key('ArrowDown')
  expect(options()).toHaveLength(3)
})
