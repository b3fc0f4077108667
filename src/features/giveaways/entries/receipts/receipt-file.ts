import { saveFile } from '#ui/files/save-file.ts'
import type { KeptClaim } from './kept-receipts.ts'

/** The file that the verifiers read beside a bundle (packages/draw/README.md). */
export const receiptFileOf = ({ receipt, vkey, holderSecret, nonces }: KeptClaim): string =>
  `${JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }, null, 2)}\n`

/** Saves a claim's receipt as `redoubt-receipt-<giveaway>-<slots>.json`. */
export function saveReceipt(slug: string, claim: KeptClaim): void {
  saveFile(`redoubt-receipt-${slug}-${claim.slots.join('-')}.json`.slice(0, 200), receiptFileOf(claim), 'application/json')
}
