import type { KeptReceipt } from '@redoubt/draw/verify.ts'
import { receiptFileName, receiptFileOf } from '#features/draw-log/tree/receipt-file.ts'
import type { Settings } from '#kernel/settings.ts'
import { saveFile } from '#ui/files/save-file.ts'

/** Saves a claim's receipt as a file. */
export function saveReceipt(
  brand: Pick<Settings['brand'], 'shortName'>,
  slug: string,
  claim: KeptReceipt & { slots: number[] },
): void {
  saveFile(receiptFileName(brand, slug, claim.slots), receiptFileOf(claim), 'application/json')
}
