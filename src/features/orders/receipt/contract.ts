import { z } from 'zod'
import type { ErrorTable } from '#platform/errors.ts'

export const RECEIPT_ERRORS = {
  receipt_not_yet: { status: 409, message: 'There is no receipt yet: this order has not been paid.' },
} as const satisfies ErrorTable

const Row = z.object({ name: z.string(), amount: z.string() })

/** A line of goods; amounts are written out, in dollars. */
const ReceiptLine = z.object({
  name: z.string(),
  /** The chosen variant, pieces that were paid back, pieces that are sent later. */
  notes: z.array(z.string()),
  quantity: z.string(),
  unit: z.string(),
  /** The price of a piece before a sale. */
  was: z.string().nullable(),
  amount: z.string(),
  /** This line's share of the order's discount. */
  discount: z.string().nullable(),
})
export type ReceiptLine = z.infer<typeof ReceiptLine>

/** What stands on a receipt, in words, so that the page and the PDF say the same and have nothing to work out. */
export const Receipt = z
  .object({
    /** `RD-100001` */
    number: z.string(),
    seller: z.array(z.string()),
    buyer: z.array(z.string()),
    /** Empty where nothing is sent. */
    shipTo: z.array(z.string()),
    /** When, how and by which codes it was paid. */
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    lines: z.array(ReceiptLine),
    parts: z.array(Row),
    total: z.string(),
    /** With the day of each. */
    refunds: z.array(Row),
    /** The total less the refunds; null when there are none. */
    kept: z.string().nullable(),
    /** Of each tier, earned and taken back by refunds. */
    credits: z.array(z.object({ name: z.string(), value: z.string() })),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof Receipt>
