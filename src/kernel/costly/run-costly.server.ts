import type { Context } from '#kernel/context.ts'
import { BulkheadFull } from '#platform/costly/bulkhead.server.ts'
import { COSTLY, type CostlyName } from '#platform/costly/costly-work.ts'
import { type Refusal, refuse } from '#platform/errors.ts'
import { clientOf } from './client-of.server.ts'

/**
 * Runs costly work in its bulkhead, in the caller's share. Never inside a transaction, whose connection would wait too; never within work of
 * the same kind, which would wait for itself.
 * @param isQuick the work is so small that it takes no turn.
 * @throws overloaded, too_much_at_once
 */
export async function runCostly<T>(
  ctx: Pick<Context, 'costly' | 'actor' | 'ip' | 'leaving'>,
  kind: CostlyName,
  work: () => Promise<T>,
  { isQuick = false } = {},
): Promise<T> {
  if (isQuick) return work()
  try {
    return await ctx.costly[kind].run(clientOf(ctx), work, { leaving: ctx.leaving?.() })
  } catch (error) {
    throw error instanceof BulkheadFull ? refusalOf(kind) : error
  }
}

export function refusalOf(kind: CostlyName): Refusal {
  const { refusal, retryAfter } = COSTLY[kind]
  return refusal === 'overloaded' ? refuse('overloaded', { retryAfter }) : refuse('too_much_at_once', { retryAfter })
}
