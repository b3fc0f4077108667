import type { DataContext } from '#kernel/context.ts'
import { isSealed } from '#platform/secrets/seal.server.ts'

const label = (messageId: string) => ({ purpose: 'message', owner: messageId })

/** Seals the text of a message for its row. */
export const sealText = (ctx: DataContext, messageId: string, text: string): string =>
  ctx.seals.seal(text, label(messageId))

/** Returns the text of a stored message. Only e-mails with codes are stored sealed. */
export const openText = (ctx: DataContext, messageId: string, text: string): string =>
  isSealed(text) ? ctx.seals.open(text, label(messageId)) : text
