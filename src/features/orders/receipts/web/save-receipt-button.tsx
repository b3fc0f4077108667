import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { callForFile } from '#kernel/client/calls/call.ts'
import type { ButtonLook } from '#ui/buttons/button.tsx'
import { saveFile } from '#ui/files/save-file.ts'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import type { ReceiptApi } from '../api.server.ts'

type SaveReceiptButtonProps = ButtonLook & { id: string; reference: string }

export function SaveReceiptButton({ id, reference, ...look }: SaveReceiptButtonProps) {
  return (
    <SavePdfButton {...look} save={() => savePdf(id, reference)}>
      Download PDF
    </SavePdfButton>
  )
}

export const receiptClient = clientOf<ReceiptApi>()

export type ShownReceipt = InferResponseType<(typeof receiptClient.orders)[':id']['receipt']['$get'], 200>

/**
 * Downloads an order's receipt as a PDF.
 * @param reference part of the file name.
 * @throws ApiError with the message for the user
 */
async function savePdf(id: string, reference: string): Promise<void> {
  saveFile(`${reference}.pdf`, await callForFile(receiptClient.orders[':id']['receipt.pdf'].$get({ param: { id } })))
}
