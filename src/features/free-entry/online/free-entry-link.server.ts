import type { DataContext } from '#kernel/context.ts'
import { readSealedToken, sealedToken } from '#platform/secrets/sealed-token.ts'

const PURPOSE = 'free-entry'

/** The page that confirms a free entry by a button. Opening it changes nothing, because programs that scan mail open links. */
export const freeEntryPage = (ctx: DataContext, id: string): string =>
  `${ctx.origin}/free-entry?token=${sealedToken(ctx.keyedHash, PURPOSE, id)}`

/** The request's id in a token; undefined for an invalid token. */
export const readFreeEntryToken = (ctx: DataContext, token: string): string | undefined =>
  readSealedToken(ctx.keyedHash, PURPOSE, token)?.[0]
