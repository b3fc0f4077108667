import { expect, it } from 'vitest'
import { createLogger } from '../log.server.ts'
import { testDatabase } from '../testing/database.ts'
import { createSignals, MESSAGE_LIMIT } from './signals.server.ts'

const database = await testDatabase()

const open = async () => {
  const signals = createSignals(database.pool, database.url, createLogger('silent'))
  await signals.start()
  return signals
}
const until = async (holds: () => boolean) => {
  for (let n = 0; n < 100 && !holds(); n++) await new Promise(done => setTimeout(done, 20))
}

it('a signal reaches its own process at once and the other one soon, and is not echoed', async () => {
  const [here, there] = [await open(), await open()]
  const heard: string[] = []
  here.subscribe('changed', message => heard.push(`here ${message}`))
  there.subscribe('changed', message => heard.push(`there ${message}`))
  here.publish('changed', ['product:1'])
  expect(heard).toEqual(['here product:1'])
  await until(() => heard.length > 1)
  expect(heard).toEqual(['here product:1', 'there product:1'])
  await Promise.all([here.stop(), there.stop()])
})

it('thousands of concurrent signals arrive in few messages, equal ones once', async () => {
  const [here, there] = [await open(), await open()]
  const heard = new Set<unknown>()
  let count = 0
  there.subscribe('slots', message => {
    heard.add(message)
    count++
  })
  for (let n = 0; n < 2000; n++) here.publish('slots', `giveaway ${n % 1000}`)
  await until(() => heard.size === 1000)
  expect([heard.size, count]).toEqual([1000, 1000])
  await Promise.all([here.stop(), there.stop()])
})

it('signals resume after a broken connection, and report that some may be missed', async () => {
  const [here, there] = [await open(), await open()]
  let gaps = 0
  const heard: unknown[] = []
  there.onGap(() => gaps++)
  there.subscribe('changed', message => heard.push(message))
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'redoubt signals' and datname = current_database()`,
  )
  await until(() => gaps > 0)
  expect(gaps).toBe(1)
  here.publish('changed', 'after')
  await until(() => heard.length > 0)
  expect(heard).toEqual(['after'])
  await Promise.all([here.stop(), there.stop()])
})

it('a message that PostgreSQL would refuse reaches its own process alone, and holds up no later one', async () => {
  const [here, there] = [await open(), await open()]
  const heard: string[] = []
  here.subscribe('settings', () => heard.push('here'))
  there.subscribe('settings', () => heard.push('there'))
  there.subscribe('changed', message => heard.push(`${message}`))
  here.publish('settings', '山'.repeat(MESSAGE_LIMIT / 3))
  here.publish('changed', 'after')
  await until(() => heard.length > 1)
  expect(heard).toEqual(['here', 'after'])
  here.publish('settings', 'x'.repeat(MESSAGE_LIMIT - '["settings",""]'.length))
  await until(() => heard.length > 3)
  expect(heard.slice(2)).toEqual(['here', 'there'])
  await Promise.all([here.stop(), there.stop()])
})
