import { expect, it } from 'vitest'
import { DEFAULT_HOME, type Home } from '#kernel/storefront/home/home.ts'
import { homeChanges } from '../admin/home/home-changes.ts'
import { formStateOf, saidOf, sectionsOf } from '../admin/home/home-form-state.ts'
import { HomeDraftBody } from '../home-contract.ts'
import { homeOf, storedHome } from '../stored-home.ts'

const [hero, facts, steps, giveaways, products, benefits, closing] = DEFAULT_HOME
const picture = { image: 's3:home/a', src: '/files/home/a', alt: 'Woods' }
const DRAFT = [
  { ...hero!, headline: 'North', buttons: [] },
  ...[facts!, { ...steps!, isShown: false }, products!, giveaways!, benefits!],
  { ...closing!, picture },
] as Home

it('the publication says every change of the home page in a sentence [B-38.9]', () => {
  expect(homeChanges(DEFAULT_HOME, DEFAULT_HOME)).toEqual([])
  expect(homeChanges(DEFAULT_HOME, DRAFT)).toEqual([
    '“Opening” changes: headline and buttons.',
    '“Steps” is switched off.',
    '“Closing” changes: picture.',
    'The order becomes: Opening, Facts under the opening, Steps, Products, Giveaways, Reasons, Closing.',
  ])
})

it('the form sends what it shows, and the row gives it back [B-38.9]', () => {
  const state = formStateOf(DRAFT)
  const body = HomeDraftBody.parse({ sections: sectionsOf(state) })
  expect(homeOf(storedHome(body.sections), () => picture.src)).toEqual(DRAFT)
  expect(saidOf('order', state)).toContain('Steps (off), Products, Giveaways')
  expect(saidOf('closing', state)).toMatch(/^Woods · Your slot is still free · /)
  expect(storedHome(sectionsOf(formStateOf(DEFAULT_HOME)))).toBeNull()
})

it('a section that the row does not know stands after the one that it follows, and one of a later release is left out [B-38.13]', () => {
  const home = homeOf([{ id: 'hero' }, { id: 'later' }, { id: 'closing' }, { id: 'giveaways', isShown: false }], String)
  expect(home.map(({ id }) => id)).toEqual([
    ...['hero', 'facts', 'steps', 'closing', 'giveaways', 'products', 'benefits'],
  ])
  expect(home.find(({ id }) => id === 'giveaways')!.isShown).toBe(false)
})
