import type { DemoReview } from '../demo-types.ts'

/** One review without its product: rating, days ago, author, title, body. */
export type Written = readonly [
  rating: DemoReview['rating'],
  daysAgo: number,
  author: string,
  title: string,
  body: string,
]

/** The reviews of one product. */
export function reviewsOf(product: string, written: readonly Written[]): DemoReview[] {
  return written.map(([rating, daysAgo, author, title, body]) => ({ product, rating, daysAgo, author, title, body }))
}
