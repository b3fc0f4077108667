import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { outerContextsIn } from './testing/outer-context.ts'
import { ROOT } from './testing/source/repository-files.ts'

/** The part of `transact` that types cannot hold (docs/decisions/0066-transact.md). */
const files = globSync(`${ROOT}/src/**/*.server.ts`)
const shown = (file: string) => file.replace(`${ROOT}/src/`, '')

it('uses the context of the transaction inside a transaction, and the outer one in effects only', () => {
  const found = files.flatMap(file => outerContextsIn(file).map(line => `${shown(file)}:${line}`))
  expect(found).toEqual([])
  const inside = 'transact(ctx, async tx => {\n  tx.onCommit(ctx => ctx.changed())\n  x.ctx\n  await ctx.db\n})'
  expect(outerContextsIn('example.ts', inside)).toEqual([4])
})

it('opens transactions by `transact` only, apart from the platform', () => {
  const open = files.filter(file => /\.transaction\(\)|startTransaction\(/.test(readFileSync(file, 'utf8'))).map(shown)
  expect(open.filter(file => !file.startsWith('platform/'))).toEqual(['kernel/transaction.server.ts'])
})

it('enqueues in the transaction of the context only, apart from the platform', () => {
  const enqueued = files.filter(file => /jobs\??\.enqueue\(/.test(readFileSync(file, 'utf8'))).map(shown)
  expect(enqueued.filter(file => !file.startsWith('platform/'))).toEqual(['kernel/transaction.server.ts'])
})
