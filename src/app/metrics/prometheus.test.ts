import { expect, it } from 'vitest'
import { testServer } from '../testing/test-server.ts'
import { checkConfiguration, hasPrometheus, startPrometheus } from './testing/prometheus.ts'

const TOKEN = 'm'.repeat(32)

type Alerts = {
  alerts: { state: string; labels: { alertname: string; severity: string }; annotations: { summary: string } }[]
}
type Vector = { result: { value: [number, string] }[] }

it('a real Prometheus loads the rules, scrapes the shop and fires the alert of a ledger that does not add up', async ({
  skip,
}) => {
  if (!(await hasPrometheus())) skip('Prometheus is not installed and cannot be')
  await checkConfiguration()
  const server = await testServer({ METRICS_TOKEN: TOKEN })
  const prometheus = await startPrometheus(new URL(server.address).host, TOKEN)
  const firing = async () =>
    (((await prometheus.ask('alerts')) as Alerts | undefined)?.alerts ?? []).filter(({ state }) => state === 'firing')
  const query = async (text: string) =>
    ((await prometheus.ask(`query?query=${encodeURIComponent(text)}`)) as Vector | undefined)?.result[0]?.value[1]
  try {
    await expect.poll(() => query('up{job="redoubt"}'), { interval: 250 }).toBe('1')
    await expect.poll(() => query('redoubt_database_up'), { interval: 250 }).toBe('1')
    expect(await firing()).toEqual([])

    await server.database.pool.query(`insert into ledger_audit (finished_at, fault_count) values (now(), 3)`)
    const paged = async () => (await firing()).filter(alert => alert.labels.severity === 'page')
    await expect.poll(paged, { interval: 250 }).toMatchObject([
      {
        labels: { alertname: 'LedgerDoesNotAddUp' },
        annotations: { summary: 'The audit of credits and entries found 3 faults' },
      },
    ])
  } finally {
    await prometheus.stop()
  }
})
