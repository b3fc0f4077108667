import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { queryClient } from '#kernel/client/query-client.ts'

/** A socket that never opens: lists listen for changes, and these tests have no server. */
class SilentSocket extends EventTarget {
  close() {}
  send() {}
}

/** For the top of a test file with `@vitest-environment happy-dom`: each test has an empty page and an empty cache. */
export function withPage(): void {
  beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket))
  afterEach(() => {
    cleanup()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
}

/** Renders a part of the kit as in the admin area: with a router and the query client of the page. @param path its address. */
export function show(part: ReactNode, path = '/admin') {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <main id="main" tabIndex={-1}>
          {part}
        </main>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const Address = () => <output data-testid="address">{useLocation().search}</output>

/** The query of the current address. */
export const address = () => screen.getByTestId('address').textContent

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Presses a button, and waits for what follows at once. */
export const press = (name: string | RegExp) => act(async () => void fireEvent.click(button(name)))

/** Types a text into a field. */
export const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Presses a key at the focused element. */
export const key = (name: string) =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: name }))
