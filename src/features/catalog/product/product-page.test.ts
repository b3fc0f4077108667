import { describe, expect, it } from 'vitest'
import type { ProductVariant } from '../products/contract.ts'
import { canHave, choiceIn, optionsOf, variantOf } from './choice.ts'

describe('the choice of a variant', () => {
  const variant = (size: string, color: string, inStock = true): ProductVariant => ({
    id: `${size}-${color}`,
    sku: `${size}-${color}`,
    options: { size, color },
    price: null,
    weightGrams: null,
    inStock,
    stock: null,
    image: null,
  })
  const variants = [variant('M', 'Coyote'), variant('L', 'Coyote', false), variant('L', 'Black')]

  it('the address selects the variant in any case; unknown values are ignored', () => {
    expect(choiceIn(new URLSearchParams('size=l&color=BLACK'), variants)).toEqual({ size: 'L', color: 'Black' })
    expect(choiceIn(new URLSearchParams('size=XXL'), variants)).toEqual({ color: 'Coyote' })
  })

  it('a color is preselected, a size never', () => {
    expect(optionsOf(variants).map(({ name }) => name)).toEqual(['color', 'size'])
    expect(variantOf(choiceIn(new URLSearchParams(), variants), variants)).toBeUndefined()
    expect(variantOf({ size: 'L', color: 'Coyote' }, variants)?.id).toBe('L-Coyote')
  })

  it('a size sold out in one color is unavailable with that color only', () => {
    expect(canHave('size', 'L', { color: 'Coyote' }, variants)).toBe(false)
    expect(canHave('size', 'L', { color: 'Black' }, variants)).toBe(true)
  })
})
