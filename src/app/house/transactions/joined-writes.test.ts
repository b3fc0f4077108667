import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { filesLike, fileText } from '../../testing/source/repository-files.ts'

/**
 * Writes that must commit together run in one transaction that the caller opens: it calls one command after another with its `tx`, and
 * `transact(tx, …)` joins (docs/decisions/0066-transact.md). A command takes no callback that writes into its transaction,
 * because order and locks of such writes stand in two files. So code with transactions declares no function that returns a promise or takes
 * a transaction, but these.
 */

/** Reason → `path below src › name of the parameter, field or type`. */
const ALLOWED: Record<string, string[]> = {
  'It opens the transaction, and the work is that of the caller.': [
    'kernel/transaction.server.ts › work',
    'kernel/transaction.server.ts › work',
    'kernel/transaction.server.ts › work',
    'kernel/transaction.server.ts › read',
    'features/catalog/commands/write-product.server.ts › work',
    'features/shipping/commands/zones.server.ts › work',
  ],
  'It runs outside of the transaction: around it, or instead of it at a provider.': [
    'kernel/context.ts › Effect',
    'features/users/commands/manage-users.server.ts › work',
    'features/orders/checkout/commands/open-orders.server.ts › place',
    'features/membership/subscriptions/sync/commands/keep-membership.server.ts › ask',
    'features/draws/commands/tend-draws.server.ts › act',
    'features/disputes/commands/answer-dispute.server.ts › call',
  ],
  'A port: a later feature writes its part, and only `app` names it.': [
    'kernel/personal-data.ts › exportOf',
    'kernel/personal-data.ts › erase',
    'kernel/personal-data.ts › erase',
    'kernel/personal-data.ts › listOnceMarks',
    'features/settings/ports.ts › writeAlong',
    'features/settings/ports.ts › takesTwo',
    'features/settings/ports.ts › effectOf',
    'features/settings/ports.ts › isUnused',
    'features/settings/ports.ts › notesFor',
    'features/orders/order/ports.ts › spentOn',
    'features/orders/order/ports.ts › free',
    'features/identity/user/ports.ts › lock',
    'features/identity/user/ports.ts › give',
    'features/identity/user/ports.ts › countsOf',
    'features/proposals/commands/propose.server.ts › execute',
  ],
  'It writes the jobs that the transaction itself has collected.': ['kernel/context.ts › write'],
  'The step of a machine: it answers the change of the row that the machine has locked, and the machine writes it.': [
    'features/winners/commands/move-winner.server.ts › Move',
    'features/orders/fulfilment/commands/send-order.server.ts › move',
    'features/orders/fulfilment/commands/send-order.server.ts › email',
  ],
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** The function types of a file that return a promise or anything, or take a transaction, by the name that they stand under. */
function callbacksIn(text: string): string[] {
  const found: string[] = []
  const walk = (node: Node, name: string) => {
    const named = ((node.key ?? node.id) as { name?: string } | undefined)?.name ?? (node.name as string | undefined)
    const inner = named ?? name
    if (node.type === 'TSFunctionType') {
      const source = text.slice(node.start, node.end)
      if (/=>\s*(Promise<|unknown$)|\b(TransactionContext|Trx)\b/.test(source)) found.push(inner)
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof (child as Node | null)?.type === 'string') walk(child as Node, inner)
  }
  walk(parseSync('file.ts', text).program as unknown as Node, '')
  return found
}

const usesTransactions = (text: string) => /\bTransactionContext\b|\btransact(Again)?\(/.test(text)

it('a command takes a transaction and no callback that writes into its own', () => {
  const files = filesLike('src/{kernel,features}/**/*.ts').filter(file => !/\/tests?\/|\/testing\/|\.test\./.test(file))
  const found = files.flatMap(file => {
    const text = fileText(file)
    return usesTransactions(text) ? callbacksIn(text).map(name => `${file.slice(4)} › ${name}`) : []
  })
  expect(found.sort()).toEqual(Object.values(ALLOWED).flat().sort())
})

it('sees a callback as a parameter, as a field and as a type of its own', () => {
  expect(callbacksIn('export type Also = (tx: TransactionContext) => unknown')).toEqual(['Also'])
  expect(callbacksIn('type Closing = { last?: () => Promise<void> }')).toEqual(['last'])
  expect(callbacksIn('function end(ctx: Context, also?: (id: string) => Promise<unknown>) {}')).toEqual(['also'])
  expect(callbacksIn('const end = (tx: Tx, nameOf: (id: string) => string) => tx')).toEqual([])
})
