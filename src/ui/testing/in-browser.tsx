import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { session } from '#kernel/client/browser.ts'
import { queryClient } from '#kernel/client/query-client.ts'
import type { Role } from '#kernel/rights.ts'
import { PATIENCE_MS } from '#platform/testing/patience.ts'
import { attachToastScreen } from '../feedback/toast.ts'

// In place of a second.
configure({ asyncUtilTimeout: PATIENCE_MS })

/** A socket that never opens: lists listen for changes, and these tests have no server. */
class SilentSocket extends EventTarget {
  close() {}
  send() {}
}

/** For the top of a test file with `@vitest-environment happy-dom`: each test has an empty page and an empty cache. */
export function withPage(): void {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', SilentSocket)
    // happy-dom does not know `<search>`, and React warns of unknown elements.
    Object.defineProperty(window.HTMLUnknownElement.prototype, Symbol.toStringTag, {
      value: 'HTMLElement',
      configurable: true,
    })
  })
  afterEach(() => {
    cleanup()
    session.end()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
}

/** For the top of a test file. @returns the texts of each test's toasts, while it runs. */
export function withToasts(): string[] {
  const texts: string[] = []
  let detach: () => void
  beforeEach(() => {
    detach = attachToastScreen({ show: ({ text }) => void texts.push(text), dismiss() {} })
    // Toasts of an earlier test waited for a screen.
    texts.length = 0
  })
  afterEach(() => detach())
  return texts
}

/** Renders a part of the kit as in the admin area: with a router and the query client of the page. @param path its address. */
export function show(part: ReactNode, path = '/admin') {
  showRouted(
    <MemoryRouter initialEntries={[path]}>
      <main id="main" tabIndex={-1}>
        {part}
      </main>
      <Address />
    </MemoryRouter>,
  )
}

/** Renders a part that brings its router, with the query client of the page. */
export const showRouted = (part: ReactNode) =>
  render(<QueryClientProvider client={queryClient}>{part}</QueryClientProvider>)

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

/** Signs a staff member in on this page. */
export function signIn(role: Role): void {
  const user = { id: 'staff-1', email: 'ada@redoubt.test', name: 'Ada Fort', isAdmin: true, role, isSubscriber: false }
  session.begin({ idToken: 'token', expiresAt: new Date(Date.now() + 3_600_000).toISOString(), user })
}

type Sent = { call: string; query: Record<string, string>; headers: Headers; json: unknown }
/** A body, or a function that makes the answer to a call. */
type Answer = ((sent: Sent) => Response | Promise<Response>) | object

/** Answers the calls of the page in place of the network, by method and path. Other calls find nothing. @returns the calls. */
export function answerCalls(answers: Record<string, Answer>): Sent[] {
  const calls: Sent[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const sent = {
      call: `${request.method} ${pathname}`,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      json: text ? JSON.parse(text) : undefined,
    }
    calls.push(sent)
    const answer = answers[sent.call]
    if (typeof answer === 'function') return answer(sent)
    return answer ? Response.json(answer) : refusal(404, 'not_found', 'We could not find that.')
  })
  return calls
}

/** The server's answer to a refused call. */
export const refusal = (status: number, code: string, detail: string, details: object = {}) =>
  Response.json({ type: 'about:blank', title: code, status, detail, code, ...details }, { status })
