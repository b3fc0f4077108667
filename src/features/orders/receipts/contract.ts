import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'

export const RECEIPT_ERRORS = {
  receipt_not_yet: conflict('There is no receipt yet: this order has not been paid.'),
} as const satisfies ErrorTable

const Row = z.object({ name: z.string(), amount: z.string() })

/** A line of goods; amounts are formatted, in dollars. */
const ReceiptLine = z.object({
  name: z.string(),
  /** The variant, its SKU, the refunded pieces and the backordered pieces. */
  notes: z.array(z.string()),
  quantity: z.string(),
  unit: z.string(),
  /** The price per piece before a sale. */
  was: z.string().nullable(),
  amount: z.string(),
  /** The line's share of the order's discount. */
  discount: z.string().nullable(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** The content of a receipt as text, so that page and PDF are equal and compute nothing. */
export const Receipt = model('Receipt', {
  /** `RD-100001` */
  number: z.string(),
  seller: z.array(z.string()),
  buyer: z.array(z.string()),
  /** Empty for orders without shipping. */
  shipTo: z.array(z.string()),
  /** Date, method and codes of the payment. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  lines: z.array(ReceiptLine),
  parts: z.array(Row),
  total: z.string(),
  /** Each with its date. */
  refunds: z.array(Row),
  /** The total less the refunds; null without refunds. */
  kept: z.string().nullable(),
  /** Per tier: credits earned and credits taken back by refunds. */
  credits: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Receipt = z.infer<typeof Receipt>
