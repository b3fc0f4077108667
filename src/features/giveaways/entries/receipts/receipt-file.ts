import type { KeptReceipt } from '@redoubt/draw/verify.ts'
import { saveFile } from '#ui/files/save-file.ts'

/** The file that the verifiers read beside a bundle (packages/draw/README.md). */
export const receiptFileOf = ({ receipt, vkey, holderSecret, nonces }: KeptReceipt): string =>
  `${JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }, null, 2)}\n`

/** Saves a claim's receipt as `redoubt-receipt-<giveaway>-<slots>.json`. */
export function saveReceipt(slug: string, claim: KeptReceipt & { slots: number[] }): void {
  saveFile(
    `redoubt-receipt-${slug}-${claim.slots.join('-')}.json`.slice(0, 200),
    receiptFileOf(claim),
    'application/json',
  )
}
