import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'

// A failure of random cases says what failed, not only for which case.
fc.configureGlobal({ includeErrorInReport: true })

/** A test fails if it writes to console.error or console.warn. */
// biome-ignore-start lint/suspicious/noConsole: this file is what watches the console
beforeEach(() => {
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  expect(vi.mocked(console.error).mock.calls, 'console.error was called').toEqual([])
  expect(vi.mocked(console.warn).mock.calls, 'console.warn was called').toEqual([])
  vi.restoreAllMocks()
})
// biome-ignore-end lint/suspicious/noConsole: see above
