import { expect, it } from 'vitest'
import { isVisible } from './visible.ts'

it('a text of spaces and invisible letters shows nothing, one letter or sign among them does', () => {
  for (const text of ['', ' ', '\u200b\u2060', '\u3164', '\u2800', '\u00ad\ufeff\t', '\u{e0041}'])
    expect(isVisible(text)).toBe(false)
  for (const text of ['a', '\u200bБ', '–', '1', '👍🏽', 'मि', '\u200f\u05d0']) expect(isVisible(text)).toBe(true)
})
