import type { LegalClause } from '#features/legal/contract.ts'
import { shopFormat } from '#kernel/values/clock/shop-format.ts'

/** A moment with its time zone, for the bank. */
export const moment = shopFormat({ dateStyle: 'medium', timeStyle: 'long' })

const STEPS: Record<string, string> = {
  placed: 'Order placed',
  paid: 'Payment received',
  packed: 'Packed',
  shipped: 'Given to the carrier',
  tracking: 'Tracking corrected',
  delivered: 'Delivered',
  refunded: 'Refund issued',
  cancelled: 'Cancelled',
}
export const stepWords = (kind: string): string => STEPS[kind] ?? kind

/** The clauses as plain paragraphs, without markup of bold words and links. */
export const refundPolicyOf = (clauses: readonly LegalClause[]): string[] =>
  clauses
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap(block => {
        if (typeof block === 'string') return [block]
        return 'points' in block ? block.points : block.address
      }),
    ])
    .map(text => text.replaceAll('**', '').replaceAll(/\[([^\]]{1,200})\]\([^)]{1,200}\)/g, '$1'))
