import { type Block, verbatim } from '#features/notifications/email.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Attachment } from '#kernel/ports/messages.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { findNewestCheckpoint } from '../../log/queries/log-proofs.server.ts'
import { receiptFileName, receiptFileOf } from '../receipt-file.ts'
import { readReceiptKey } from './receipts.server.ts'

/** A signed receipt, the numbers of its entries, and what its owner needs for the proof. The nonces are missing where the browser made them. */
export type EmailedReceipt = { slots: readonly number[]; receipt: string; holderSecret: string; nonces?: string[] }

/** What an e-mail shows of receipts. `file` has everything, as a verifier reads it. */
export type ShownReceipts = { receipts: readonly { receipt: string; file: Attachment }[]; checkpoint: string | null }

/** An example for the previews of e-mails. */
export const RECEIPT_PREVIEW: ShownReceipts = {
  receipts: [
    {
      receipt: [
        'redoubt/receipt/2',
        'log shop.example/redoubt/log',
        'giveaway 0199a1c0-0000-7000-8000-000000000001',
        'leaf enter 1764000000000 18 credit 5f0c2a9be1d44c07a3c5d1e2f3a4b5c6 0a1b2c3d4e5f60718293a4b5c6d7e8f9',
        'by 1764000600000',
        '',
        '— shop.example/redoubt/receipt q1w2e3r4',
      ].join('\n'),
      file: { name: 'receipt-field-kit-18.json', type: 'application/json', text: '{}' },
    },
  ],
  checkpoint: 'shop.example/redoubt/log\n12\nq1w2e3r4\n\n— shop.example/redoubt/log q1w2e3r4',
}

/** Receipts for an e-mail: each with the file that verifiers read, and the newest state of the log, so that recipients can compare it. */
export async function readShownReceipts(
  ctx: DataContext,
  slug: string,
  receipts: readonly EmailedReceipt[],
): Promise<ShownReceipts> {
  const vkey = await readReceiptKey(ctx)
  return {
    receipts: receipts.map(({ slots, ...kept }) => ({
      receipt: kept.receipt,
      file: {
        name: receiptFileName(ctx.settings.brand, slug, slots),
        type: 'application/json',
        text: receiptFileOf({ ...kept, vkey }),
      },
    })),
    checkpoint: (await findNewestCheckpoint(ctx))?.checkpoint ?? null,
  }
}

/** The blocks below the farewell: the receipts as text, because some mail programs drop files. */
export const receiptBlocks = ({ receipts, checkpoint }: ShownReceipts): Block[] => [
  ...(receipts.length === 0
    ? []
    : [
        receipts.length === 1
          ? 'Your receipt, signed by us. The attached file has it with the secret that proves it is yours:'
          : 'Your receipts, signed by us. The attached files have them with the secret that proves they are yours:',
      ]),
  ...receipts.flatMap(({ receipt }) => [verbatim(receipt), ...deadlineIn(receipt)]),
  ...(receipts.length > 0 && checkpoint
    ? ['The newest state of our public log, with the signatures of its witnesses:', verbatim(checkpoint)]
    : []),
]

export const receiptFiles = ({ receipts }: ShownReceipts): Attachment[] => receipts.map(({ file }) => file)

/** The deadline of a receipt in words: the note has it in milliseconds. */
function deadlineIn(receipt: string): Block[] {
  const by = /^by (\d+)$/m.exec(receipt)?.[1]
  return by
    ? [`The line “by” is its deadline: the proof of the entry is public by ${formatMoment(new Date(Number(by)))}.`]
    : []
}
