// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/" }
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DEFAULT_HOME } from '#kernel/storefront/home/home.ts'
import { answerCalls, button, press, show, signIn, withPage } from '#ui/testing/in-browser.tsx'
import { HomePart } from '../admin/home/home-part.tsx'

withPage()

const STORED = {
  ...{ sections: DEFAULT_HOME, published: DEFAULT_HOME, hasDraft: false, hidden: [], version: 4, updatedAt: null },
}
const RECORDS = { records: [], nextCursor: null }
const isSave = ({ call }: { call: string }) => call === 'PUT /api/admin/home'
const region = (name: string) => within(screen.getByRole('dialog')).getByRole('region', { name })

it('the form of the home page names a problem at its field, keeps its fold open while it is corrected, and sends the whole page [B-38.9] [B-38.10]', async () => {
  signIn('owner')
  const calls = answerCalls({
    'GET /api/admin/home': STORED,
    'GET /api/admin/records': RECORDS,
    'PUT /api/admin/home': { ...STORED, hasDraft: true, version: 5 },
  })
  show(<HomePart />)
  await screen.findByText('Visitors see these sections. A change begins as a draft.')
  await press('Edit home')
  await screen.findByRole('dialog')
  fireEvent.click(within(region('Steps')).getByLabelText('Shown to visitors'))
  await press('Move up: Products')
  const opening = region('Opening')
  expect(within(opening).queryByRole('checkbox')).toBeNull()
  const fold = opening.querySelector('details')!
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  const type = (label: RegExp, value: string) =>
    fireEvent.change(within(opening).getByLabelText(label), { target: { value } })
  type(/^Headline/, 'North')
  type(/^Button 1 leads to/, 'javascript:alert(1)')
  await press('Save draft')
  await within(opening).findByText(/^Use an address of the shop/)
  expect([fold.open, calls.some(isSave)]).toEqual([true, false])
  type(/^Button 1 leads to/, '/fair')
  expect(within(opening).queryByText(/^Use an address of the shop/)).toBeNull()
  expect(fold.open).toBe(true)
  await press('Save draft')
  await waitFor(() => expect(calls.some(isSave)).toBe(true))
  const body = calls.find(isSave)!.json as { version: number; sections: { id: string }[] }
  expect(body.version).toBe(4)
  expect(body.sections.map(({ id }) => id)).toEqual([
    ...['hero', 'facts', 'steps', 'products', 'giveaways', 'benefits', 'closing'],
  ])
  expect(body.sections[0]).toMatchObject({
    headline: 'North',
    buttons: [{ label: 'Shop the store', href: '/fair' }, DEFAULT_HOME[0]!.buttons![1]],
  })
  expect(body.sections[2]).toMatchObject({ isShown: false })
})

it('a draft is published by a press that says what becomes public [B-38.9]', async () => {
  signIn('owner')
  const draft = DEFAULT_HOME.map(section => (section.id === 'steps' ? { ...section, isShown: false } : section))
  const calls = answerCalls({
    'GET /api/admin/home': { ...STORED, sections: draft, hasDraft: true },
    'GET /api/admin/records': RECORDS,
    'POST /api/admin/home/publish': { ...STORED, version: 5 },
  })
  show(<HomePart />)
  await screen.findByText(/^A draft waits beside the public home page/)
  await press('Publish…')
  await screen.findByText('“Steps” is switched off.')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }))
  await waitFor(() =>
    expect(calls.find(({ call }) => call === 'POST /api/admin/home/publish')).toMatchObject({ json: { version: 4 } }),
  )
  expect(button('Discard draft')).toBeTruthy()
})

it('a button that leads to a draft or to no page is named with the reason, in the list, the form and the publication [B-38.13]', async () => {
  signIn('owner')
  const buttons = [
    { label: 'Our story', href: '/pages/story' },
    { label: 'Sizes', href: '/pages/sizes' },
  ]
  const sections = DEFAULT_HOME.map(section => (section.id === 'hero' ? { ...section, buttons } : section))
  const hidden = [
    { href: '/pages/story', reason: 'draft' },
    { href: '/pages/sizes', reason: 'missing' },
  ]
  answerCalls({
    'GET /api/admin/home': { ...STORED, sections, hidden, hasDraft: true },
    'GET /api/admin/records': RECORDS,
  })
  show(<HomePart />)
  const list = await screen.findByRole('list', { name: 'Sections' })
  const notes = () => within(list).getAllByText(/Publish the page|No page has/)
  expect(notes().map(({ textContent }) => textContent)).toEqual([
    'Not shown “Our story”: Its page is a draft. Publish the page to show it.',
    'Not shown “Sizes”: No page has this address. Choose another or remove it.',
  ])

  await press('Publish…')
  await screen.findByText('The button “Our story” is left out. Its page is a draft. Publish the page to show it.')
  await press('Cancel')
  await press('Edit home')
  await screen.findByRole('dialog')
  const opening = region('Opening')
  const fold = opening.querySelector('details')!
  fold.open = true
  fireEvent(fold, new Event('toggle'))
  await within(opening).findByText(/Its page is a draft/)
  // An address that visitors see has no note.
  fireEvent.change(within(opening).getByLabelText(/^Button 1 leads to/), { target: { value: '/fair' } })
  expect(within(opening).queryByText(/Its page is a draft/)).toBeNull()
  within(opening).getByText(/No page has this address/)
})
