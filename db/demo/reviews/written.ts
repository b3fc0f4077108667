import type { DemoReview } from '../demo-types.ts'

/** One review without its product. */
export type Written = readonly [rating: DemoReview['rating'], title: string, body: string]

/** The reviews of one product. */
export function reviewsOf(product: string, written: readonly Written[]): DemoReview[] {
  return written.map(([rating, title, body]) => ({ product, rating, title, body }))
}
