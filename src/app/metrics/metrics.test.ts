import { beforeAll, describe, expect, it } from 'vitest'
import { auditLedger } from '#features/giveaways/entries/queries/entries.server.ts'
import { fileText } from '../testing/source/repository-files.ts'
import { testServer } from '../testing/test-server.ts'
import { metrics } from './process-metrics.server.ts'

const server = await testServer()
let before = ''
let text = ''
const scrape = async () => (await fetch(`${server.address}/metrics`)).text()
/** Value of one series, by its name and labels as they are written. */
const value = (series: string, of = text) =>
  of
    .split('\n')
    .find(line => line.startsWith(`${series} `))
    ?.split(' ')[1]

/** By how much the tests raised a series. Tests of one worker share the registry of the process. */
const added = (series: string) => Number(value(series)) - Number(value(series, before) ?? 0)

beforeAll(async () => {
  before = await metrics.metrics()
  await fetch(`${server.address}/api/products/0190a0a0-0000-7000-8000-000000000000`)
  await fetch(`${server.address}/api/no-such-path/at-all`)
  await fetch(`${server.address}/api/auth/login`, { method: 'POST' })
  await auditLedger(server.shop.system)
  await server.database.pool.query(
    `insert into discrepancy (id, kind, subject, ours, theirs, first_seen_at, last_seen_at)
     values (gen_random_uuid(), 'charge_unsettled', 'x', '', '', now(), now())`,
  )
  text = await scrape()
})

describe('the metrics of a process', () => {
  it('count responses by the pattern of the route, and never by an address', () => {
    expect(added('http_request_duration_seconds_count{route="/api/products/:id",method="GET",status="404"}')).toBe(1)
    expect(added('http_request_duration_seconds_count{route="/api/auth/login",method="POST",status="400"}')).toBe(1)
    expect(added('http_request_duration_seconds_count{route="api",method="GET",status="404"}')).toBe(1)
    expect(text).not.toContain('no-such-path')
  })

  it('tell the open differences, the audit of the ledger, and the pools', () => {
    expect(value('redoubt_discrepancies_open{kind="charge_unsettled"}')).toBe('1')
    expect(value('redoubt_ledger_faults')).toBe('0')
    expect(Number(value('redoubt_ledger_audit_timestamp_seconds'))).toBeGreaterThan(1_700_000_000)
    expect(value('redoubt_database_up')).toBe('1')
    expect(Number(value('redoubt_database_connections{pool="staff",state="used"}'))).toBeGreaterThanOrEqual(0)
    expect(value('redoubt_messages_due{channel="email"}')).toBe('0')
    expect(value('redoubt_draws_overdue')).toBe('0')
  })
})

it('an audit that never ran and a checkpoint that never was have no moment', async () => {
  const fresh = await testServer()
  const figures = await (await fetch(`${fresh.address}/metrics`)).text()
  expect(figures).toContain('redoubt_database_up 1')
  expect(figures).not.toMatch(/^redoubt_ledger_audit_timestamp_seconds /m)
})

describe('alerts and dashboard', () => {
  const rules = fileText('deploy/prometheus/alerts.yml')
  const dashboard = JSON.parse(fileText('deploy/grafana/redoubt.json'))
  const expressions: string[] = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) =>
    (panel.targets ?? []).map(target => target.expr),
  )
  const names = (queries: string) =>
    [...queries.matchAll(/\b(?:redoubt|http|nodejs|process|circuit)_\w+/g)].map(([name]) => name)

  it('ask for metrics that a process has', () => {
    const asked = [...new Set([...names(rules), ...expressions.flatMap(names)])]
    expect(asked.length).toBeGreaterThan(20)
    const has = (name: string) => new RegExp(`^# TYPE ${name.replace(/_(count|sum|bucket)$/, '')} `, 'm').test(text)
    expect(asked.filter(name => !has(name))).toEqual([])
  })

  it('have a section that says what to do, for each alert', () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
    const sections = [...fileText('docs/operations/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
    expect(sections).toEqual(alerts)
    const links = [...rules.matchAll(/runbook: docs\/operations\/alerts\.md#(\w+)/g)].map(([, name]) => name!)
    expect(links).toEqual(alerts.map(name => name.toLowerCase()))
  })
})
