import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { openMailServer } from '#features/notifications/testing/providers.ts'
import { recordBeat } from './commands.server.ts'
import type { Operations } from './contract.ts'
import { healthOf } from './rules.ts'

const mail = await openMailServer()
const shop = await testShop({ env: { ...mail.env, INSTANCE: 'web-1' } })
const owner = await shop.addUser({ admin: true })

const read = async (): Promise<Operations> => {
  const { status, json, text } = await shop.call('/api/admin/operations', { as: owner })
  expect(status, text).toBe(200)
  return json
}
const again = (path: string, as = owner) => shop.call(`/api/admin/operations/${path}/retry`, { as, method: 'POST' })
const ask = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)
const part = (operations: Operations, name: string) => healthOf(operations).find(each => each.part === name)

describe('the operations of the shop', () => {
  it('are for owners alone [B-28.8]', async () => {
    const manager = await shop.addUser({ role: 'manager' })
    expect((await shop.call('/api/admin/operations', { as: manager })).status).toBe(403)
  })

  it('name each process with its release, load and the providers that it leaves alone, and say which are silent [B-28.9]', async () => {
    const since = '2026-01-02T03:04:05.000Z'
    const other = {
      role: 'worker',
      release: '0.9.0',
      startedAt: new Date(),
      overload: 1,
      outages: [{ provider: 'Stripe', since }],
    } as const
    await recordBeat(shop.system, { instance: 'worker-1', ...other })
    await recordBeat(shop.system, { instance: 'worker-2', ...other })
    await ask(`update process_beat set beat_at = now() - interval '31 seconds' where instance = 'worker-2'`)
    const operations = await read()
    expect(operations.processes).toMatchObject([
      { instance: 'web-1', role: 'all', isAlive: true, overload: 0, outages: [] },
      { instance: 'worker-1', role: 'worker', release: '0.9.0', isAlive: true, overload: 1 },
      { instance: 'worker-2', isAlive: false },
    ])
    expect(part(operations, 'Processes')).toMatchObject({ state: 'look', text: '1 process is silent.' })
    expect(part(operations, 'Providers')).toMatchObject({
      state: 'look',
      text: 'Left alone by at least one process: Stripe, since',
      at: since,
    })
    await ask(`delete from process_beat where instance <> 'web-1'`)
    expect(part(await read(), 'Providers')?.state).toBe('well')
  })

  it('tell the database, the last backup, the last audit and the log of draws [B-28.8]', async () => {
    expect(part(await read(), 'Backup')?.state).toBe('look')
    await ask(`insert into backup_run (kind, started_at, finished_at, verified_at) values ('full', $1, $1, $1)`, [
      shop.clock.now(),
    ])
    const operations = await read()
    expect(operations.backup).toMatchObject({ last: { kind: 'full', error: null } })
    expect(part(operations, 'Backup')?.state).toBe('well')
    expect(part(operations, 'Ledger audit')?.text).toBe('It has not run yet. It runs each night.')
    expect(operations.database.maxConnections).toBeGreaterThan(operations.database.connections)
    expect(operations.log).toMatchObject({ conflicts: 0, overdueDraws: 0 })
  })
})

describe('what failed', () => {
  it('a failed job of the clock is forgotten when a later run has done its work [B-28.11]', async () => {
    const run = (state: string, minutes: number) =>
      ask(
        `insert into pgboss.job (id, name, data, state, retry_limit, completed_on)
         values (gen_random_uuid(), 'follow-refunds', '{}', $1, 0, now() + make_interval(mins => $2))`,
        [state, minutes],
      )
    const failures = async () => {
      const { failedJobs, queues } = await read()
      return [failedJobs.map(({ queue }) => queue), queues.filter(({ failed }) => failed > 0).map(({ queue }) => queue)]
    }
    await run('completed', -10)
    await run('failed', -5)
    expect(await failures()).toEqual([['follow-refunds'], ['follow-refunds']])
    await run('completed', 0)
    expect(await failures()).toEqual([[], []])
  })

  it('a failed job runs once more, once, and is in the audit log [B-28.10]', async () => {
    const id = crypto.randomUUID()
    await ask(
      `insert into pgboss.job (id, name, data, state, retry_limit, retry_count, completed_on, output)
       values ($1, 'forget-old-keys', '{}', 'failed', 8, 8, now(), '{"message":"The disk was full"}')`,
      [id],
    )
    expect((await read()).failedJobs).toMatchObject([{ id, queue: 'forget-old-keys', error: 'The disk was full' }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(`jobs/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await shop.settleJobs()
    expect((await read()).failedJobs).toEqual([])
    const { rows } = await ask(`select action from audit_log where subject_type = 'job' and subject_id = $1`, [id])
    expect(rows).toEqual([{ action: 'ran again' }])
  })

  it('a message that was given up is sent once more, and its address is shown in part [B-28.10]', async () => {
    mail.mood.answers = ['refused']
    const to = 'patricia@example.com'
    const id = await sendMessage(shop.system, { channel: 'email', to, subject: 'Your receipt', text: 'Paid.' })
    await shop.settleJobs()
    const [failed] = (await read()).failedMessages
    expect(failed).toMatchObject({ id, subject: 'Your receipt', mayRetry: true })
    expect(JSON.stringify(failed)).not.toContain('patricia@')
    const answers = await Promise.all(Array.from({ length: 5 }, () => again(`messages/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await shop.settleJobs()
    expect((await read()).failedMessages).toEqual([])
    // A row that the other calls have locked is tried again a second later.
    await expect.poll(() => mail.mails.filter(sentEmail => sentEmail.to.includes(to))).toHaveLength(1)
  })
})
