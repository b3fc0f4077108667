import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { sendMessage } from '../commands/send-message.server.ts'
import { claimDueMessages } from './claim-messages.server.ts'

const QUEUED = 20_000
const DUE = `insert into message (id, channel, recipient, subject, body, kind, once_key, created_at, next_attempt_at)
  select uuidv7(), 'email', 'reader' || n || '@example.com', 'An offer', 'Until Sunday.', 'promotional_offer', 'flood:' || n, $1, $1
  from generate_series(1, $2::int) n`
const JOBS = `insert into pgboss.job (name, data, created_on, start_after)
  select 'deliver-optional-email', jsonb_build_object('messageId', id), now() - interval '1 hour', now() - interval '1 hour'
  from message where once_key like 'flood:%'`

const shop = await testShop()

const count = async (where: string, ...values: unknown[]): Promise<number> =>
  (await shop.database.pool.query(`select count(*)::int as n from message where ${where}`, values)).rows[0].n

it('a receipt leaves at once while 20,000 messages of a campaign wait, each with a job [B-28.7]', async () => {
  await shop.database.pool.query(DUE, [new Date(+shop.clock.now() - 3_600_000), QUEUED])
  await shop.database.pool.query(JOBS)
  const id = await sendMessage(shop.system, {
    ...{ channel: 'email', to: 'buyer@example.com' },
    ...{ subject: 'Your receipt', text: 'Paid.' },
  })
  await expect.poll(() => count(`id = $1 and state = 'sent'`, id)).toBe(1)
  expect(await count(`once_key like 'flood:%' and state = 'waiting'`)).toBeGreaterThan(QUEUED / 2)
})

it('a receipt that is tried again goes before what has been due longer [B-28.7]', async () => {
  const id = await sendMessage(shop.system, {
    ...{ channel: 'email', to: 'second@example.com' },
    ...{ subject: 'Your receipt', text: 'Paid.' },
  })
  // As after an outage of the mail server: its own job is gone, and it became due after the campaign.
  await shop.database.pool.query(`delete from pgboss.job where data->>'messageId' = $1`, [id])
  await shop.database.pool.query(
    `update message set state = 'waiting', sent_at = null, next_attempt_at = $2 where id = $1`,
    [...[id, shop.clock.now()]],
  )
  const claimed = await claimDueMessages(shop.system, 'email', 20)
  expect(claimed.map(message => message.id)).toContain(id)
  expect(claimed).toHaveLength(20)
})
