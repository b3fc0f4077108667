import { expect, it } from 'vitest'
import { checkedText } from './contract.ts'
import { authorOf, plainLine, plainText } from './rules.ts'
import { reviewsIn } from './web/load-reviews.ts'

it('an author is shown by first name and initial', () => {
  expect(authorOf('Sam Porter')).toBe('Sam P.')
  expect(authorOf('  Ana María  de la Cruz ')).toBe('Ana C.')
  expect(authorOf('Cher')).toBe('Cher')
  expect(authorOf('Kim 😀x')).toBe('Kim 😀.')
  expect(authorOf('')).toBe('A customer')
  expect(authorOf('x'.repeat(500)).length).toBeLessThanOrEqual(120)
})

it('a text keeps its line breaks and loses control characters', () => {
  expect(plainText(' a\r\nb\rc\u0000\u0007 ')).toBe('a\nb\nc')
  expect(plainLine('a\nb\tc')).toBe('a b c')
})

it('a text that is far too long is refused before any pattern reads it [B-14.14]', () => {
  const read = () => {
    throw new Error('The text was read.')
  }
  const { error } = checkedText(read, 'Title', 100).safeParse('x'.repeat(201))
  expect(error!.issues.map(({ message }) => message)).toEqual(['Title must be 100 characters or less'])
})

it('page, order and stars of reviews come from the address, and invalid values are ignored', () => {
  expect(reviewsIn(new URLSearchParams('reviews=3&reviewsSort=lowest&reviewsStars=2'))).toEqual({
    page: 3,
    sort: 'lowest',
    stars: 2,
  })
  expect(reviewsIn(new URLSearchParams('reviews=-1&reviewsSort=constructor&reviewsStars=6'))).toEqual({
    page: 1,
    sort: 'newest',
    stars: null,
  })
})
