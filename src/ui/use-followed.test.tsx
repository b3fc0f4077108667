// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { useLayoutEffect, useRef } from 'react'
import { createMemoryRouter, data, RouterProvider, useLoaderData, useRevalidator } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ApiError, networkError } from '#kernel/client/calls/api-error.ts'
import { useMissing } from './missing/use-missing.ts'
import { press, withPage } from './testing/in-browser.tsx'
import { useFollowed } from './use-followed.ts'

withPage()

/** What the page's loader answers, in turn. */
let answers: (string | Promise<string> | Error | ReturnType<typeof data>)[] = []

async function read(): Promise<string> {
  const answer = answers.shift()
  if (typeof answer === 'string' || answer instanceof Promise) return answer
  throw answer
}

function Page() {
  const [word, refresh] = useFollowed(useLoaderData<string>(), read)
  const { revalidate } = useRevalidator()
  return (
    <>
      <p>{word}</p>
      <button type="button" onClick={() => void refresh()}>
        Refresh
      </button>
      <button type="button" onClick={() => void revalidate()}>
        Revalidate
      </button>
    </>
  )
}
/** The page, pressed before its first effects run. */
function Pressed() {
  const [word, refresh] = useFollowed(useLoaderData<string>(), read)
  const isPressed = useRef(false)
  useLayoutEffect(() => {
    if (isPressed.current) return
    isPressed.current = true
    void refresh()
  })
  return <p>{word}</p>
}
const Missing = () => <p>{`Missing: ${useMissing()}`}</p>
const Failed = () => <p>Something went wrong</p>
const Loads = () => <p>Loading</p>

/** A page of one word inside a site with its own error screen. */
function open(...each: typeof answers) {
  answers = each
  const page = { path: '/', loader: read, Component: Page, ErrorBoundary: Missing, HydrateFallback: Loads }
  render(<RouterProvider router={createMemoryRouter([{ ErrorBoundary: Failed, children: [page] }])} />)
}

it('a followed page keeps its data while the server is away, and follows by itself after [B-2.112]', async () => {
  const busy = new ApiError({ status: 503, code: 'busy', detail: 'Please try again.' })
  open('open', networkError(), busy, 'drawn')
  await screen.findByText('open')
  await press('Refresh')
  expect(screen.getByText('open')).toBeTruthy()
  expect(await screen.findByText('drawn')).toBeTruthy()
})

it('a followed page reads again when the loader answers after a change that the page has read', async () => {
  const late = Promise.withResolvers<string>()
  open('open', late.promise, 'drawn', 'drawn')
  await screen.findByText('open')
  await press('Revalidate')
  await press('Refresh')
  expect(screen.getByText('drawn')).toBeTruthy()
  await act(async () => late.resolve('frozen'))
  expect(await screen.findByText('drawn')).toBeTruthy()
  expect(answers).toEqual([])
})

it('a followed page keeps the answer of its latest read when an earlier one comes after it', async () => {
  const early = Promise.withResolvers<string>()
  open('open', early.promise, 'drawn')
  await screen.findByText('open')
  await press('Refresh')
  await press('Refresh')
  expect(screen.getByText('drawn')).toBeTruthy()
  await act(async () => early.resolve('frozen'))
  expect(screen.getByText('drawn')).toBeTruthy()
})

it('a followed page reads once for a press that comes before its first effects have run', async () => {
  answers = ['open', 'drawn', 'a second read']
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '/', loader: read, Component: Pressed, HydrateFallback: Loads }])}
    />,
  )
  expect(await screen.findByText('drawn')).toBeTruthy()
  expect(answers).toEqual(['a second read'])
})

it('a followed page shows its missing record when the record is deleted', async () => {
  open('open', data('deleted', 410), data('deleted', 410))
  await screen.findByText('open')
  await press('Refresh')
  expect(await screen.findByText('Missing: deleted')).toBeTruthy()
})

it('a page that could not be loaded shows the error screen of the site, not a missing record [B-2.113]', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  open(networkError())
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
  // React tells of each error that a boundary caught.
  said.mockClear()
})
