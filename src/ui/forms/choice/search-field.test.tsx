// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show, type, withPage } from '../../testing/in-browser.tsx'
import { SearchField } from './search-field.tsx'

withPage()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a search begins 300 ms after the last key, and at once on Enter [B-12.225]', async () => {
  const searched: string[] = []
  show(<SearchField label="Search users" value="" onChange={words => searched.push(words)} />)
  for (const words of ['e', 'el', 'ele']) {
    type('Search users', words)
    await pass(299)
  }
  expect(searched).toEqual([])
  await pass(1)
  expect(searched).toEqual(['ele'])
  type('Search users', 'elena')
  fireEvent.keyDown(screen.getByLabelText('Search users'), { key: 'Enter' })
  expect(searched).toEqual(['ele', 'elena'])
})
