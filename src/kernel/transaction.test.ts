import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { createLogger } from '#platform/log.server.ts'
import type { Context, DataContext, TransactionContext } from './context.ts'
import { readSnapshot, rehearse, transact } from './transaction.server.ts'

/** What the effects did, in their order. */
let done: string[]
const shop = await testShop()
await sql`create table note (word text primary key)`.execute(shop.services.db)
beforeEach(async () => {
  done = []
  await sql`delete from note`.execute(shop.services.db)
})

const write = (ctx: DataContext, word: string) => sql`insert into note values (${word})`.execute(ctx.db)
const words = async (ctx: DataContext) =>
  (await sql<{ word: string }>`select word from note order by word`.execute(ctx.db)).rows.map(({ word }) => word)

describe('transact', () => {
  it('runs effects in their order after the commit, with the outer context', async () => {
    const result = await transact(shop.system, async tx => {
      tx.onCommit(async ctx => {
        expect(ctx).toBe(shop.system)
        done.push(`${await words(ctx)}`)
      })
      tx.onCommit(() => done.push('second'))
      await write(tx, 'one')
      expect(await words(shop.system)).toEqual([])
      expect(done).toEqual([])
      return 'result'
    })
    expect(result).toBe('result')
    expect(done).toEqual(['one', 'second'])
  })

  it('drops the writes and effects of a rollback', async () => {
    const work = transact(shop.system, async tx => {
      await write(tx, 'one')
      tx.onCommit(() => done.push('effect'))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect([await words(shop.system), done]).toEqual([[], []])
  })

  it('drops the writes and effects of a rehearsal, and keeps those around it', async () => {
    await transact(shop.system, async tx => {
      await write(tx, 'before')
      await rehearse(tx, async tried => {
        await write(tried, 'tried')
        tried.onCommit(() => done.push('tried'))
        expect(await words(tried)).toEqual(['before', 'tried'])
      })
      tx.onCommit(() => done.push('after'))
    })
    expect([await words(shop.system), done]).toEqual([['before'], ['after']])
  })

  it('drops the effects when the commit itself fails', async () => {
    await sql`alter table note add constraint fails check (word <> 'x')`.execute(shop.services.db)
    await sql`create constraint trigger late after insert on note deferrable initially deferred
      for each row when (new.word = 'late') execute function refuse_change()`.execute(shop.services.db)
    const work = transact(shop.system, async tx => {
      await write(tx, 'late')
      tx.onCommit(() => done.push('effect'))
    })
    await expect(work).rejects.toThrow()
    expect([await words(shop.system), done]).toEqual([[], []])
  })

  it('keeps the effects of the last try alone when a command tries again', async () => {
    const attempt = (n: number) =>
      transact(shop.system, async tx => {
        tx.onCommit(() => done.push(`try ${n}`))
        await write(tx, 'one')
        if (n === 1) throw new Error('lost the race')
      })
    await attempt(1).catch(() => attempt(2))
    expect(done).toEqual(['try 2'])
  })

  it('logs a failed effect, runs the others and returns the result', async () => {
    const lines: string[] = []
    const log = createLogger('error', { write: line => void lines.push(line) })
    const result = transact({ ...shop.system, log }, async tx => {
      tx.onCommit(() => {
        throw new Error('at once')
      })
      tx.onCommit(() => Promise.reject(new Error('later')))
      tx.onCommit(() => done.push('third'))
      await write(tx, 'one')
      return 1
    })
    expect(await result).toBe(1)
    expect(done).toEqual(['third'])
    expect(lines.map(line => JSON.parse(line).err.message)).toEqual(['at once', 'later'])
  })
})

describe('transact in a transaction', () => {
  it('joins it: the effects wait for the outer commit', async () => {
    await transact(shop.system, async tx => {
      tx.onCommit(() => done.push('outer'))
      await transact(tx, async inner => {
        expect(inner).toBe(tx)
        await write(inner, 'inner')
        inner.onCommit(() => done.push('inner'))
      })
      expect([await words(shop.system), done]).toEqual([[], []])
    })
    expect([await words(shop.system), done]).toEqual([['inner'], ['outer', 'inner']])
  })

  it('is undone by an outer rollback', async () => {
    const work = transact(shop.system, async tx => {
      await transact(tx, async inner => {
        await write(inner, 'inner')
        inner.onCommit(() => done.push('inner'))
      })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect([await words(shop.system), done]).toEqual([[], []])
  })
})

describe('the context of a transaction', () => {
  it('has the caller and the shop, and no provider or effect', async () => {
    await transact(shop.system, async tx => {
      const { db, onCommit, jobs, storage, ...data } = tx
      expect(Object.keys(data.beacon)).toEqual(['chain'])
      expect([db.isTransaction, typeof onCommit]).toEqual([true, 'function'])
      expect([Object.keys(jobs), Object.keys(storage)]).toEqual([['enqueue', 'write'], ['publicUrl']])
      expect(Object.keys(data).toSorted()).toEqual([
        'actor',
        'beacon',
        'ip',
        'keyedHash',
        'log',
        'mode',
        'now',
        'onceHash',
        'origin',
        'requestId',
        'seals',
        'settings',
        'shippingZones',
        'userAgent',
        'witnessPolicy',
      ])
    })
  })

  it('does not compile where a provider, an effect or an outer context is wanted', () => {
    const reads = (_: DataContext) => {}
    const calls = (_: Context) => {}
    const writes = (_: TransactionContext) => {}
    const commands = [
      (ctx: Context) => reads(ctx),
      (tx: TransactionContext) => reads(tx),
      // @ts-expect-error A transaction has no providers.
      (tx: TransactionContext) => calls(tx),
      // @ts-expect-error Outside a transaction an effect has no commit to wait for.
      (ctx: Context) => writes(ctx),
      // @ts-expect-error
      (ctx: DataContext) => calls(ctx),
      // @ts-expect-error
      (ctx: DataContext) => writes(ctx),
      // @ts-expect-error
      (ctx: DataContext) => transact(ctx, async () => {}),
      // @ts-expect-error
      (tx: TransactionContext) => tx.payments,
      // @ts-expect-error
      (tx: TransactionContext) => tx.deliver,
      // @ts-expect-error
      (tx: TransactionContext) => tx.push,
      // @ts-expect-error
      (tx: TransactionContext) => tx.pool,
      // @ts-expect-error
      (tx: TransactionContext) => tx.signals,
      // @ts-expect-error
      (tx: TransactionContext) => tx.changed('products'),
      // @ts-expect-error
      (tx: TransactionContext) => tx.storage.put('products/a.webp', new Uint8Array(), 'image/webp'),
      // @ts-expect-error
      (tx: TransactionContext) => tx.jobs.wake('send-refund'),
    ]
    expect(commands).toHaveLength(15)
  })
})

it('readSnapshot sees one state of the database and refuses writes', async () => {
  await readSnapshot(shop.system, async snapshot => {
    expect(await words(snapshot)).toEqual([])
    await write(shop.system, 'concurrent')
    expect(await words(snapshot)).toEqual([])
  })
  const write2 = readSnapshot(shop.system, snapshot => write(snapshot, 'two'))
  await expect(write2).rejects.toThrow('read-only transaction')
})
