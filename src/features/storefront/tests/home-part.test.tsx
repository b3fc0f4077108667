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
