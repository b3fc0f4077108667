// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/" }
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CardGiveaway } from '#features/giveaways/giveaway/card-giveaway.ts'
import { DEFAULT_HOME, type HomeSectionId } from '#kernel/storefront/home/home.ts'
import { show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import { Closing, NothingYet } from './closing.tsx'
import { Hero } from './hero.tsx'

withPage()

const sectionOf = (wanted: HomeSectionId) => DEFAULT_HOME.find(({ id }) => id === wanted)!
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const KIT = {
  ...{ id: 'kit', slug: 'kit', title: 'Field Kit', tier: 'Gold', value: 450, totalSlots: 40, availableSlots: 12 },
  ...{ state: 'open', earlyAccessDate: inDays(-3), startDate: inDays(-1), endDate: inDays(9), isCancelled: false },
} as CardGiveaway
const UPCOMING = { state: 'upcoming', earlyAccessDate: inDays(2), startDate: inDays(4) } as const

it.each([
  ['open', {}, 'Pick your number', /^Ends in/],
  ['sold out', { state: 'sold-out', availableSlots: 0 } as const, 'See the giveaway', /^Ends in/],
  ['upcoming', UPCOMING, 'See the giveaway', /^Opens in/],
  ['upcoming without an end', { ...UPCOMING, endDate: null }, 'See the giveaway', /^Opens in/],
])('the prize of a giveaway that is %s has its own button and countdown [B-2.116]', (_, change, button, countdown) => {
  show(<Hero section={sectionOf('hero')} giveaway={{ ...KIT, ...change }} />)
  expect(screen.getByRole('link', { name: `${button}: Field Kit` }).textContent).toBe(button)
  expect(screen.getByText(countdown)).toBeTruthy()
  expect(screen.queryByText('Open until the last slot is taken')).toBeNull()
})

it('the end of the home page promises a free slot where a giveaway is open alone [B-35.10]', () => {
  show(<Closing section={sectionOf('closing')} isSlotFree />)
  expect(screen.getByRole('heading', { name: 'Your slot is still free' })).toBeTruthy()
  show(<Closing section={sectionOf('closing')} isSlotFree={false} />)
  expect(screen.getByRole('heading', { name: 'Be ready for the next giveaway' })).toBeTruthy()
})

it('a shop with nothing says so, and to staff how to go on [B-35.10]', () => {
  show(<NothingYet />)
  expect(screen.getByText('Nothing here yet')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  act(() => signIn('manager'))
  expect(screen.getByRole('link', { name: 'Add a product' }).getAttribute('href')).toBe('/admin?tab=products&new=1')
})
