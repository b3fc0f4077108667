// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '#kernel/client/calls/api-error.ts'
import { BulkBar } from '../../editing/bulk-bar.tsx'
import { SearchField } from '../../forms/choice/search-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { address, button, press, show, signIn, type, withPage } from '../../testing/in-browser.tsx'
import { ChooseCell } from '../choose-cells.tsx'
import { defineFilters, searchWords } from '../define-filters.ts'
import { type EditorProps, ListPage, ListRows } from '../list-page.tsx'
import { RowTable } from '../row-table.tsx'

withPage()

type Thing = { id: string; name: string }
type Page = { things: Thing[]; nextCursor: string | null }

const FILTERS = defineFilters({ q: searchWords(100), tier: z.enum(['gold', 'silver']) })
const TIERS = ['', 'gold', 'silver'].map(value => ({ value, label: value || 'All' }))
const pageOf = (names: string[], nextCursor: string | null = null): Page => ({
  things: names.map(name => ({ id: name, name })),
  nextCursor,
})

const SavedFilters = ({ tab, names }: { tab: string; names: readonly string[] }) => (
  <p>{`Saved filters of ${tab}: ${names.join(', ')}`}</p>
)

/** A tab with a list, as a feature writes it. */
const Things = ({ fetchPage }: { fetchPage: (query: Record<string, string>) => Promise<Page> }) => (
  <ListPage
    filters={FILTERS}
    saved={{ tab: 'things', Bar: SavedFilters }}
    search={({ input }) => <SearchField label="Search" {...input('q')} />}
    bar={({ select }) => <SelectField label="Tier" options={TIERS} {...select('tier')} />}
  >
    {list => (
      <ListRows
        {...list}
        name="things"
        parts={['products']}
        nouns={['thing', 'things']}
        fetchPage={fetchPage}
        rowsOf={page => page.things}
        bulk={(chosen, { clear }) => (
          <BulkBar label="Chosen things" count={chosen.length} onClear={clear}>
            {chosen.map(({ name }) => name).join(' and ')}
          </BulkBar>
        )}
      >
        {(things, selection) => (
          <table>
            <tbody>
              {things.map(thing => (
                <tr key={thing.id}>
                  <ChooseCell label={`Choose ${thing.name}`} row={thing} selection={selection} />
                  <td>{thing.name}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ListRows>
    )}
  </ListPage>
)

const names = () => screen.queryAllByRole('row').map(row => row.textContent)
const choose = (name: string) => act(async () => void fireEvent.click(screen.getByLabelText(`Choose ${name}`)))

it('a list shows its first page, its number of rows, and further pages on request', async () => {
  const fetchPage = vi.fn(async ({ cursor }: { cursor?: string }) =>
    cursor ? pageOf(['Boots']) : pageOf(['Bag', 'Belt'], 'after-belt'),
  )
  show(<Things fetchPage={fetchPage} />)
  expect(names()).toEqual([])
  expect(await screen.findByText('2 things')).toBeTruthy()
  expect(screen.getByText('Saved filters of things: q, tier')).toBeTruthy()
  await press('Load more')
  expect(await screen.findByText('3 things')).toBeTruthy()
  expect(names()).toEqual(['Bag', 'Belt', 'Boots'])
  expect(fetchPage.mock.calls).toEqual([[{}], [{ cursor: 'after-belt' }]])
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

it('an empty list says so, and a list that the filters emptied offers to clear them', async () => {
  show(<Things fetchPage={async query => pageOf(query.q ? [] : ['Bag'])} />, '/admin?tab=things&q=zeppelin')
  expect(await screen.findByText('No things match')).toBeTruthy()
  await press('Clear filters')
  expect(await screen.findByText('1 thing')).toBeTruthy()
  expect(address()).toBe('?tab=things')
})

it('a list without rows and without filters shows no button', async () => {
  show(<Things fetchPage={async () => pageOf([])} />)
  expect(await screen.findByText('No things yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

it('a failed list shows the reason and loads at another try', async () => {
  const fetchPage = vi
    .fn<() => Promise<Page>>()
    .mockRejectedValueOnce(new ApiError({ status: 503, code: 'unavailable', detail: 'No connection.' }))
    .mockResolvedValue(pageOf(['Bag']))
  show(<Things fetchPage={fetchPage} />)
  expect((await screen.findByRole('alert')).textContent).toContain('No connection.')
  await press('Try again')
  await waitFor(() => expect(names()).toEqual(['Bag']))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('filters come from the address, a refused value counts as none, and the API gets the trimmed words', async () => {
  const fetchPage = vi.fn(async (_query: Record<string, string>) => pageOf(['Bag']))
  show(<Things fetchPage={fetchPage} />, '/admin?tab=things&q=bag&tier=platinum')
  await screen.findByText('1 thing')
  expect(screen.getByLabelText<HTMLInputElement>('Search').value).toBe('bag')
  expect(screen.getByLabelText<HTMLSelectElement>('Tier').value).toBe('')
  await act(async () => void fireEvent.change(screen.getByLabelText('Tier'), { target: { value: 'gold' } }))
  expect(address()).toBe('?tab=things&q=bag&tier=gold')
  type('Search', ' rain coat ')
  await act(async () => void fireEvent.keyDown(screen.getByLabelText('Search'), { key: 'Enter' }))
  await waitFor(() => expect(fetchPage).toHaveBeenLastCalledWith({ q: 'rain coat', tier: 'gold' }))
  expect(fetchPage.mock.calls[0]).toEqual([{ q: 'bag' }])
})

it('a search waits for a pause in typing', async () => {
  const fetchPage = vi.fn(async (_query: Record<string, string>) => pageOf(['Bag']))
  show(<Things fetchPage={fetchPage} />)
  await screen.findByText('1 thing')
  for (const text of ['b', 'be', 'bel']) type('Search', text)
  expect(address()).toBe('')
  await waitFor(() => expect(address()).toBe('?q=bel'))
  await waitFor(() => expect(fetchPage.mock.calls.map(([{ q }]) => q)).toEqual([undefined, 'bel']))
})

it('rows of an older query stay, marked as busy, until the new ones arrive', async () => {
  let answer = (_page: Page) => {}
  const fetchPage = ({ tier }: { tier?: string }) =>
    tier ? new Promise<Page>(resolve => (answer = resolve)) : Promise.resolve(pageOf(['Bag']))
  show(<Things fetchPage={fetchPage} />)
  await screen.findByText('1 thing')
  await act(async () => void fireEvent.change(screen.getByLabelText('Tier'), { target: { value: 'gold' } }))
  expect(names()).toEqual(['Bag'])
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  await act(async () => answer(pageOf(['Crown'])))
  await waitFor(() => expect(names()).toEqual(['Crown']))
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})

it('selected rows show the bulk bar, which a change of the filters empties', async () => {
  show(<Things fetchPage={async () => pageOf(['Bag', 'Belt', 'Boots'])} />)
  await screen.findByText('3 things')
  expect(screen.queryByRole('region', { name: 'Chosen things' })).toBeNull()
  await choose('Bag')
  await choose('Boots')
  expect(screen.getByRole('region', { name: 'Chosen things' }).textContent).toContain('2 chosenBag and Boots')
  await choose('Bag')
  expect(screen.getByRole('region', { name: 'Chosen things' }).textContent).toContain('1 chosenBoots')
  await act(async () => void fireEvent.change(screen.getByLabelText('Tier'), { target: { value: 'gold' } }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Chosen things' })).toBeNull())
})

it('a button folds the filters on phones and counts those in use, without the search [B-13.90]', async () => {
  show(<Things fetchPage={async () => pageOf(['Bag'])} />, '/admin?tab=things&q=bag&tier=gold')
  await screen.findByText('1 thing')
  const fold = () => button('Filters (1)')
  const fields = document.getElementById(fold().getAttribute('aria-controls')!)!
  expect([fold().getAttribute('aria-expanded'), fields.className]).toEqual(['false', 'contents max-sm:hidden'])
  expect([fields.contains(screen.getByLabelText('Tier')), fields.contains(screen.getByLabelText('Search'))]).toEqual([
    true,
    false,
  ])
  await press('Filters (1)')
  expect([fold().getAttribute('aria-expanded'), fields.className]).toEqual(['true', 'contents'])
  await act(async () => void fireEvent.change(screen.getByLabelText('Tier'), { target: { value: '' } }))
  expect(button('Filters').getAttribute('aria-expanded')).toBe('true')
})

const ThingEditor = ({ record, onClose }: EditorProps<Thing>) => (
  <button type="button" onClick={onClose}>{`Close ${record ? record.name : 'a new thing'}`}</button>
)

/** A tab with an editor, as a feature writes it. */
const EditedThings = () => (
  <ListPage filters={FILTERS} editor={{ right: 'codes.change', newLabel: 'Add Thing', Editor: ThingEditor }}>
    {({ edit, ...list }) => (
      <ListRows
        {...list}
        name="things"
        parts={['codes']}
        nouns={['thing', 'things']}
        fetchPage={async () => pageOf(['Bag'])}
        rowsOf={page => page.things}
      >
        {things => (
          <RowTable
            caption="Things"
            rows={things}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onEdit={edit}
            columns={[{ head: 'Name', cell: ({ name }) => name }]}
          />
        )}
      </ListRows>
    )}
  </ListPage>
)

it('the editor opens for a row, and for a new record by the button, which the address keeps', async () => {
  signIn('manager')
  show(<EditedThings />)
  await screen.findByText('1 thing')
  await press('Edit Bag')
  await press('Close Bag')
  expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull()
  await press('Add Thing')
  expect(address()).toBe('?new=1')
  await press('Close a new thing')
  expect(address()).toBe('')
})

it('staff without the right to change have no editor, also by its address', async () => {
  signIn('support')
  show(<EditedThings />, '/admin?new=1')
  await screen.findByText('1 thing')
  expect(screen.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual(['Name'])
  for (const name of ['Add Thing', 'Edit Bag', /^Close/]) expect(screen.queryByRole('button', { name })).toBeNull()
})
