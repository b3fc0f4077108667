import { describe, expect, it } from 'vitest'
import { changedFields, changeOf } from '#ui/staff-kit/record-form-state.ts'
import type { AdminProduct } from '../../products/admin-contract.ts'
import { PRODUCT } from '../../products/product-fields.ts'
import { NewProduct } from '../../products/product-input.ts'
import { addOption } from './matrix/edit-matrix.ts'
import { newMatrix } from './matrix/variant-form-state.ts'
import { formStateOf, inputOf, type ProductFormState, withSubscription } from './product-form-state.ts'

const LAMP: AdminProduct = {
  ...PRODUCT.initial,
  id: '01890000-0000-7000-8000-000000000000',
  slug: 'lamp',
  name: 'Lamp',
  description: '',
  tier: 'Gold',
  price: 40,
  salesPrice: null,
  entries: 2,
  rating: 0,
  reviews: 0,
  inStock: true,
  forSale: true,
  image: '/logo-plate.svg',
  images: [],
  pictures: [],
  features: ['Bright', 'Small'],
  specifications: { Weight: '1 lb', 'Run time': '3:30 h' },
  category: 'Lights',
  displayOrder: 4,
  isSubscription: false,
  interval: 'month',
  version: 3,
  updatedAt: '2026-01-01T00:00:00.000Z',
  isDraft: false,
  deletedAt: null,
  variants: [
    {
      id: '01890000-0000-7000-8000-000000000001',
      sku: 'LAMP',
      options: { color: 'Coyote' },
      price: null,
      weightGrams: null,
      place: null,
      stockOnHand: 9,
      held: 1,
      image: null,
    },
  ],
}

describe('the product form', () => {
  it('takes empty numbers as 0, an empty sale price and display order as null, an empty category as the tier [B-12.110]', () => {
    const input = inputOf({ ...formStateOf(null), name: 'Lamp' })
    expect(input).toMatchObject({ price: 0, entries: 0, salesPrice: null, displayOrder: null, category: 'Bronze' })
    expect(input).not.toHaveProperty('slug')
    const colored = addOption(newMatrix(), 'Colour', ['Ranger Green']).matrix!
    const variants = addOption(colored, 'Size', ['2XL']).matrix!
    expect(inputOf({ ...formStateOf(null), name: 'Field Shirt', variants }).variants![0]!.sku).toBe(
      'FIELD-SHIRT-RANGER-GREEN-2XL',
    )
  })

  it('asks for the stock of a new variant, and not of a membership', () => {
    const current = formStateOf(null)
    expect(current.variants.rows).toMatchObject([{ isCounted: true, stock: '' }])
    expect(NewProduct.safeParse(inputOf({ ...current, name: 'Lamp' })).error!.issues).toMatchObject([
      { path: ['variants', 0, 'stock'] },
    ])
    const membership = { ...current, name: 'Premium', ...withSubscription(current, true) }
    expect(inputOf(membership).variants).toMatchObject([{ stock: null }])
    expect(withSubscription(membership, false).variants?.rows).toMatchObject([{ isCounted: true }])
  })

  it('has the server’s messages for invalid numbers', () => {
    const messages = (typed: Partial<ProductFormState>) =>
      NewProduct.safeParse(inputOf({ ...formStateOf(LAMP), ...typed })).error!.issues.map(issue => issue.message)
    expect(messages({ price: 'forty', entries: '1.5' })).toEqual([
      'Price must be a number such as 19.90',
      'Entries must be a whole number',
    ])
    expect(messages({ price: '19,90', salesPrice: '1.999' })).toEqual([
      'Price must be a number such as 19.90',
      'Sale price can have at most two decimals',
    ])
  })

  it('sends changed fields only, and stock with the number that was shown', () => {
    const opened = formStateOf(LAMP)
    expect(changeOf(inputOf, { current: opened, opened })).toEqual({})
    const rows = [{ ...opened.variants.rows[0]!, stock: '12' }]
    const current = { ...opened, price: '$1,040.50', variants: { ...opened.variants, rows } }
    expect(changedFields(current, opened)).toEqual(['price', 'variants'])
    expect(changeOf(inputOf, { current, opened })).toEqual({
      price: 1040.5,
      variants: [
        {
          ...{ id: LAMP.variants[0]!.id, sku: 'LAMP', options: { color: 'Coyote' }, price: null },
          ...{ weightGrams: null, place: null, stock: 12, stockSeen: 9, image: null },
        },
      ],
    })
  })

  it('keeps features and specifications as they are through the form', () => {
    const { features, specifications } = inputOf(formStateOf(LAMP))
    expect({ features, specifications }).toEqual({
      features: LAMP.features,
      specifications: LAMP.specifications,
    })
  })
})
