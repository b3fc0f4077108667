import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { saveFile } from '#ui/files/save-file.ts'
import type { ReceiptApi } from '../api.server.ts'

export const receiptClient = clientOf<ReceiptApi>()

export type ShownReceipt = InferResponseType<(typeof receiptClient.orders)[':id']['receipt']['$get'], 200>

/**
 * Downloads an order's receipt as a PDF.
 * @param reference part of the file name.
 * @throws ApiError with the message for the user
 */
export async function savePdf(id: string, reference: string): Promise<void> {
  const answer = await receiptClient.orders[':id']['receipt.pdf'].$get({ param: { id } })
  // On a refusal, `call` throws its message.
  if (!answer.ok) await call(Promise.resolve(answer))
  saveFile(`${reference}.pdf`, await answer.blob())
}
