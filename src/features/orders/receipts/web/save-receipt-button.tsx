import type { ButtonLook } from '#ui/buttons/button.tsx'
import { SavePdfButton } from '#ui/files/save-pdf-button.tsx'
import { savePdf } from './receipt-client.ts'

type SaveReceiptButtonProps = ButtonLook & { id: string; reference: string }

export function SaveReceiptButton({ id, reference, ...look }: SaveReceiptButtonProps) {
  return (
    <SavePdfButton {...look} save={() => savePdf(id, reference)}>
      Download PDF
    </SavePdfButton>
  )
}
