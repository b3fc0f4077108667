import type { KeptReceipt } from '@redoubt/draw/verify.ts'

/** The file that the verifiers read beside a bundle (packages/draw/README.md). */
export const receiptFileOf = ({ receipt, vkey, holderSecret, nonces }: KeptReceipt): string =>
  `${JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }, null, 2)}\n`

export const receiptFileName = (slug: string, slots: readonly number[]): string =>
  `${`redoubt-receipt-${slug}-${slots.join('-')}`.slice(0, 190)}.json`
