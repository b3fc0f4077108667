import { expect, it } from 'vitest'
import type { Product } from '../products/contract.ts'
import { productMeta } from './product-meta.ts'

const PRODUCT = {
  ...{ id: '01', slug: 'field-pack', name: 'Field Pack', description: 'A pack.', category: 'Packs', tier: 'Silver' },
  ...{ price: 20, salesPrice: null, inStock: true, variants: [], pictures: [] },
} as unknown as Product
const REVIEW = { author: 'Sam P.', rating: 4, title: 'Good', body: 'Fine <b>.', date: '2026-03-02T12:00:00.000Z' }

const dataOf = (product: Product, reviews: (typeof REVIEW)[]) =>
  (productMeta(product, reviews, 'http://shop.test', []) as Record<string, { '@type': string }>[])
    .map(entry => entry['script:ld+json'])
    .find(entry => entry?.['@type'] === 'Product')

it('structured data has the sums and the reviews that the page shows [B-14.10]', () => {
  expect(dataOf({ ...PRODUCT, rating: 4.3, reviews: 7 }, [REVIEW])).toMatchObject({
    aggregateRating: { ratingValue: 4.3, reviewCount: 7 },
    review: [
      {
        author: { name: 'Sam P.' },
        name: 'Good',
        reviewBody: 'Fine <b>.',
        reviewRating: { ratingValue: 4 },
        datePublished: '2026-03-02',
      },
    ],
  })
})

it('structured data of a product without reviews names none', () => {
  const data = dataOf({ ...PRODUCT, rating: 0, reviews: 0 }, [])
  expect(data).not.toHaveProperty('aggregateRating')
  expect(data).not.toHaveProperty('review')
})
