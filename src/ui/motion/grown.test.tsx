// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Grown } from './grown.tsx'

afterEach(cleanup)

const figure = (value: number | undefined) => (
  <Grown value={value} className="figure">
    {value ?? '–'}
  </Grown>
)

it('a figure drops when its value grows, not when it loads or falls [B-2.107]', () => {
  const { rerender } = render(figure(undefined))
  const classOf = (text: string) => screen.getByText(text).className
  rerender(figure(2))
  expect(classOf('2')).toBe('figure')
  rerender(figure(3))
  expect(classOf('3')).toBe('figure animate-drop')
  const before = screen.getByText('3')
  rerender(figure(1))
  expect(screen.getByText('1')).toBe(before)
  rerender(figure(2))
  expect(screen.getByText('2')).not.toBe(before)
})
