import { utf8 } from '@redoubt/draw/bytes.ts'
import { parseEntryLeaf } from '@redoubt/draw/entries/entry-leaf.ts'
import { DEADLINE_MS, formatReceipt } from '@redoubt/draw/entries/receipt.ts'
import { formatNote } from '@redoubt/draw/log/note.ts'
import type { DataContext } from '#kernel/context.ts'
import { readLogOrigin, readSigner } from '../../log/queries/log-keys.server.ts'

/**
 * The signed receipt of a claim (redoubt/receipt/2): its leaves will be in a witnessed head ten minutes after the first of them. The
 * same leaves have the same receipt, byte for byte.
 */
export async function readSignedReceipt(
  ctx: DataContext,
  { giveawayId, leaves }: { giveawayId: string; leaves: readonly string[] },
): Promise<string> {
  const first = parseEntryLeaf(leaves[0]!)
  if (first.kind === 'open') throw new Error('The first leaf of a tree has no receipt.')
  const by = first.at + DEADLINE_MS
  const body = formatReceipt({ log: await readLogOrigin(ctx), giveaway: giveawayId, leaves: [...leaves], by })
  const { name, keyId, sign } = await readSigner(ctx, 'receipt')
  return formatNote(body, [{ name, keyId, signature: await sign(utf8(body)) }])
}

/** The key that verifies receipts, as a C2SP verifier key. */
export const readReceiptKey = async (ctx: DataContext): Promise<string> => (await readSigner(ctx, 'receipt')).vkey
