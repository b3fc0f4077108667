import type { KeptReceipt } from '@redoubt/draw/verify.ts'
import { fileNameOf } from '#kernel/brand/file-name.ts'
import type { Settings } from '#kernel/settings.ts'

/** The file that the verifiers read beside a bundle (packages/draw/README.md). */
export const receiptFileOf = ({ receipt, vkey, holderSecret, nonces }: KeptReceipt): string =>
  `${JSON.stringify({ format: 'redoubt-receipt/2', receipt, secret: holderSecret, nonces, key: vkey }, null, 2)}\n`

export const receiptFileName = (
  brand: Pick<Settings['brand'], 'shortName'>,
  slug: string,
  slots: readonly number[],
): string => `${fileNameOf(brand, `receipt-${slug}-${slots.join('-')}`).slice(0, 190)}.json`
