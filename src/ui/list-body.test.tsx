import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ListBody } from './list-body.tsx'
import { type List, useList } from './use-list.ts'

type Page = { names: string[]; nextCursor: string | null }
const KEY = ['things']

function Things() {
  const list = useList({
    queryKey: KEY,
    fetchPage: () => Promise.reject<Page>(new Error('The test has all pages.')),
    rowsOf: page => page.names,
  })
  return <Body list={list} />
}

const Body = ({ list }: { list: List<string> }) => (
  <ListBody
    list={list}
    failed="Failed to load things"
    loading="Loading"
    empty="No things yet"
    nouns={['thing', 'things']}
  >
    {names => <p>{names.join(', ')}</p>}
  </ListBody>
)

function shown(pages: Page[]) {
  const client = new QueryClient()
  client.setQueryData(KEY, { pages, pageParams: pages.map(() => '') })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Things />
    </QueryClientProvider>,
  )
}

const STILL = { isFetching: false, isFetchingNextPage: false, hasNextPage: false, isPlaceholderData: false }
const query: List<string>['query'] = {
  ...STILL,
  isPending: false,
  isError: false,
  error: null,
  refetch: () => undefined,
  fetchNextPage: () => undefined,
}
const stateOf = (part: Partial<List<string>['query']>, rows: string[] = []) =>
  renderToStaticMarkup(<Body list={{ query: { ...query, ...part }, rows }} />)

it('shows the rows of all pages and their number, and the button while a page follows', () => {
  const first = { names: ['Bag', 'Belt'], nextCursor: 'x' }
  for (const text of ['Bag, Belt', '2 things', 'Load more']) expect(shown([first])).toContain(text)
  const whole = shown([first, { names: ['Boots'], nextCursor: null }])
  for (const text of ['Bag, Belt, Boots', '3 things']) expect(whole).toContain(text)
  expect(whole).not.toContain('Load more')
  expect(shown([{ names: ['Bag'], nextCursor: null }])).toContain('1 thing<')
})

it('is loading, failed or empty, and never two of them', () => {
  expect(stateOf({ isPending: true })).toBe('Loading')
  expect(stateOf({})).toBe('No things yet')
  const failed = stateOf({ isError: true, error: new Error('No connection.') })
  for (const text of ['role="alert"', 'Failed to load things', 'No connection.', 'Try again'])
    expect(failed).toContain(text)
  expect(failed).not.toContain('No things yet')
})

it('marks rows of an older query as busy', () => {
  expect(stateOf({ isPlaceholderData: true }, ['Bag'])).toContain('aria-busy="true"')
  expect(stateOf({}, ['Bag'])).not.toContain('aria-busy')
})

it('keeps its rows when a later read fails, and says so beneath them', () => {
  const failed = stateOf({ isError: true, error: new Error('No connection.'), hasNextPage: true }, ['Bag'])
  const places = ['Bag', 'Failed to load things', 'No connection.', 'Try again', 'Load more'].map(text =>
    failed.indexOf(text),
  )
  expect(places.every(place => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})
