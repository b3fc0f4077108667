// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Boundary } from './feedback/boundary.tsx'
import { lazy } from './lazy.tsx'
import { withPage } from './testing/in-browser.tsx'

withPage()

it('a part that did not load shows its placeholder for a second, in which a page that is left goes, then the error [B-2.120]', async () => {
  vi.useFakeTimers()
  const Part = lazy(() => Promise.reject(new TypeError('error loading dynamically imported module')), <p>Loading</p>)
  render(
    <Boundary fallback={<p>Something went wrong</p>}>
      <Part />
    </Boundary>,
  )
  await act(() => vi.advanceTimersByTimeAsync(900))
  expect(screen.queryByText('Loading')).not.toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.queryByText('Something went wrong')).not.toBeNull()
  vi.useRealTimers()
  // biome-ignore lint/suspicious/noConsole: React reports what a boundary contains.
  vi.mocked(console.error).mockClear()
})
