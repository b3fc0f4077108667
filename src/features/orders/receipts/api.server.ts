import { access, perMinute, z } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../order/contract.ts'
import { RECEIPT_ERRORS, Receipt } from './contract.ts'
import { readReceipt } from './receipt.server.ts'
import { receiptPdf } from './receipt-pdf.server.ts'

const params = z.object({ id: z.string().max(140) })

const READ_ERRORS = [
  pick(ORDER_ERRORS, 'order_not_found'),
  RECEIPT_ERRORS,
  pick(COMMON_ERRORS, 'SecondFactorRequired', 'Unauthorized', 'invalid_input'),
]

export const receiptApi = () =>
  newApi(
    defineRoute('get', '/orders/{id}/receipt', access('user'), {
      summary: 'Get the receipt of a paid order; for its owner and staff',
      params,
      answers: Receipt,
      refuses: READ_ERRORS,
      handler: async ({ ctx, params }) => (await readReceipt(ctx, params.id)).receipt,
    }),

    // Rendering a page takes about 0.1 s of CPU time. The limit suffices for a user and cannot saturate the CPU.
    defineRoute('get', '/orders/{id}/receipt.pdf', access('user', perMinute(20)), {
      summary: 'Get the receipt of a paid order as a PDF; for its owner and staff',
      params,
      responses: pdfAnswer,
      refuses: READ_ERRORS,
      handler: async ({ ctx, params, c }) => {
        const { receipt, changedAt } = await readReceipt(ctx, params.id)
        const file = await runCostly(ctx, 'documents', async () =>
          receiptPdf(receipt, changedAt, await readPaperBrand(ctx)),
        )
        return c.body(new Uint8Array(file), 200, pdfHeaders(`${receipt.number}.pdf`))
      },
    }),
  )

export type ReceiptApi = ReturnType<typeof receiptApi>
