import { perMinute, staff } from '#kernel/api/api.server.ts'
import { defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { pdfAnswer, pdfHeaders } from '#kernel/api/files/file-answer.server.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { pick } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import { RIGHT_OF } from '../../order/order-actions.ts'
import { shipByFile } from '../commands/ship-by-file.server.ts'
import { TrackingFile, TrackingResults } from '../tracking-file/contract.ts'
import { PackingSlipQuery, PickList, PickListQuery } from './contract.ts'
import { packingSlipsPdf, readSlipOrders } from './packing-slips.server.ts'
import { readPickList } from './pick-list.server.ts'
import { pickListPdf } from './pick-list-pdf.server.ts'

/** The staff API of many orders at once: what to pick, what to print, and which number each parcel has. */
export const packingApi = () =>
  newApi(
    defineRoute('get', '/admin/orders/pick-list', staff(RIGHT_OF.pack), {
      summary: 'List the goods of all orders that wait for packing, or of chosen ones, by shelf',
      query: PickListQuery,
      answers: PickList,
      handler: ({ ctx, query }) => readPickList(ctx, query),
    }),

    defineRoute('get', '/admin/orders/pick-list.pdf', staff(RIGHT_OF.pack, perMinute(20)), {
      summary: 'Get the pick list as a PDF',
      query: PickListQuery,
      responses: pdfAnswer,
      handler: async ({ ctx, query, c }) => {
        const list = await readPickList(ctx, query)
        const brand = await readPaperBrand(ctx)
        const file = await runCostly(ctx, 'documents', () => pickListPdf(list, ctx.now(), brand))
        return c.body(new Uint8Array(file), 200, pdfHeaders(fileNameOf(ctx.settings.brand, 'pick-list.pdf')))
      },
    }),

    defineRoute('get', '/admin/orders/packing-slips.pdf', staff(RIGHT_OF.pack, perMinute(20)), {
      summary: 'Get the packing slips of several orders as one PDF, with or without prices',
      query: PackingSlipQuery,
      responses: pdfAnswer,
      refuses: [pick(ORDER_ERRORS, 'order_not_found')],
      handler: async ({ ctx, query: { ids, prices }, c }) => {
        const orders = await readSlipOrders(ctx, ids)
        const file = await runCostly(ctx, 'documents', () =>
          packingSlipsPdf(ctx, orders, { hasPrices: prices === 'true' }),
        )
        return c.body(new Uint8Array(file), 200, pdfHeaders(fileNameOf(ctx.settings.brand, 'packing-slips.pdf')))
      },
    }),

    defineRoute('post', '/admin/parcels/tracking', staff(RIGHT_OF.ship), {
      summary:
        'Ship orders by a CSV or pasted lines of order and tracking number, each line independently of the others',
      body: TrackingFile,
      answers: TrackingResults,
      handler: async ({ ctx, body }) => ({ results: await shipByFile(ctx, body) }),
    }),
  )

export type PackingApi = ReturnType<typeof packingApi>
