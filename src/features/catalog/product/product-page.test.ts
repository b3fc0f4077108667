import { describe, expect, it } from 'vitest'
import type { ProductVariant } from '../contract.ts'
import { canHave, choiceIn, optionsOf, variantOf } from './choice.ts'
import { reviewsIn } from './load-product.ts'

describe('the choice of a variant', () => {
  const variant = (size: string, color: string, inStock = true): ProductVariant => ({
    id: `${size}-${color}`,
    sku: `${size}-${color}`,
    options: { size, color },
    inStock,
    stock: null,
    image: null,
  })
  const variants = [variant('M', 'Coyote'), variant('L', 'Coyote', false), variant('L', 'Black')]

  it('is what the address says, in whatever case; what does not exist is passed over', () => {
    expect(choiceIn(new URLSearchParams('size=l&color=BLACK'), variants)).toEqual({ size: 'L', color: 'Black' })
    expect(choiceIn(new URLSearchParams('size=XXL'), variants)).toEqual({ color: 'Coyote' })
  })

  it('guesses a color, never a size', () => {
    expect(optionsOf(variants).map(({ name }) => name)).toEqual(['color', 'size'])
    expect(variantOf(choiceIn(new URLSearchParams(), variants), variants)).toBeUndefined()
    expect(variantOf({ size: 'L', color: 'Coyote' }, variants)?.id).toBe('L-Coyote')
  })

  it('knows what is sold out together with the rest of it', () => {
    expect(canHave('size', 'L', { color: 'Coyote' }, variants)).toBe(false)
    expect(canHave('size', 'L', { color: 'Black' }, variants)).toBe(true)
  })
})

it('reads page and order of reviews from the address, and passes over nonsense', () => {
  expect(reviewsIn(new URLSearchParams('reviews=3&reviewsSort=lowest'))).toEqual({ page: 3, sort: 'lowest' })
  expect(reviewsIn(new URLSearchParams('reviews=-1&reviewsSort=constructor'))).toEqual({ page: 1, sort: 'newest' })
})
