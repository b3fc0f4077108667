import { describe, expect, it } from 'vitest'
import { hasRight, type Right, ROLES } from '#kernel/rights.ts'
import { faultOfReference } from '../../../testing/runs/test-reference.ts'
import { testShop } from '../../../testing/shop.ts'
import { filesLike, fileText } from '../../../testing/source/repository-files.ts'
import { EFFECTS, rowOf } from './effects.ts'
import { ONE_IS_ENOUGH } from './one-is-enough.ts'
import { JOBS_WITHOUT_EFFECT, NO_EFFECT } from './without-effect.ts'

/** The table of effects (docs/security.md, "Separation of duties"), against the routes and jobs of a running shop. */

const shop = await testShop()
const staff = Object.fromEntries(
  await Promise.all(ROLES.map(async role => [role, await shop.addUser({ role })] as const)),
)

type Operation = { 'x-access'?: string; 'x-right'?: Right; responses: Record<string, unknown> }
const { paths } = (await shop.call('/api/openapi.json')).json as { paths: Record<string, Record<string, Operation>> }
const commands = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method, operation]) => method !== 'get' && operation['x-access'] === 'admin')
    .map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.slice('/api'.length)}`,
      right: operation['x-right']!,
      isProposable: '202' in operation.responses,
    })),
)
const rightOf = new Map(commands.map(({ route, right }) => [route, right]))
const effects = Object.entries(EFFECTS)
const inRows = [...new Set(effects.flatMap(([, effect]) => Object.keys(effect.commands)))]

describe('the table of effects', () => {
  it('has every command of staff in its rows, or among those without effect, and no other [B-34.13]', () => {
    const placed = [...inRows, ...Object.keys(NO_EFFECT)]
    expect(placed.toSorted()).toEqual(commands.map(({ route }) => route).toSorted())
    expect(commands.length).toBeGreaterThan(100)
  })

  it('has every job in its rows, or among those without effect, and no other [B-34.13]', async () => {
    const { rows } = await shop.services.pool.query<{ name: string }>(
      "select name from pgboss.queue where name not like '\\_\\_pgboss%'",
    )
    const repeated = filesLike('src/**/*jobs.server.ts').flatMap(file =>
      [...fileText(file).matchAll(/jobs\.repeat\('([\w-]+)'/g)].map(([, name]) => name!),
    )
    const inTable = new Set(effects.flatMap(([, { jobs }]) => Object.keys(jobs)))
    const placed = [...inTable, ...Object.keys(JOBS_WITHOUT_EFFECT)]
    expect(placed.toSorted()).toEqual([...rows.map(({ name }) => name), ...repeated].toSorted())
  })

  it('names a command that answers with a proposal in a row, and the confirmation with each [B-34.13]', () => {
    const proposable = commands.filter(({ isProposable }) => isProposable).map(({ route }) => route)
    expect(proposable.filter(route => !inRows.includes(route))).toEqual([])
    expect(proposable.length).toBeGreaterThan(5)
  })

  it('names tests that exist', () => {
    const faults = effects.flatMap(([, { shown }]) => shown.flatMap(reference => faultOfReference(reference) ?? []))
    expect(faults).toEqual([])
  })

  it('stands in docs/security.md, row by row [B-34.13]', () => {
    const page = fileText('docs/security.md')
    const section = page.slice(page.indexOf('## Separation of duties'), page.indexOf('## Dependencies'))
    const rows = section.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| effect'))
    expect(rows).toEqual(effects.map(([name, effect]) => rowOf(name, effect, ONE_IS_ENOUGH[name]!)))
  })
})

/** Calls a command with ids that exist nowhere and no fields. */
function attempt(route: string, as: (typeof staff)[string]) {
  const [method, path] = route.split(' ') as [string, string]
  const address = path.replace(/\{\w+\}/g, () => crypto.randomUUID())
  return shop.call(`/api${address}`, { method, as, json: {} })
}

describe.each(effects)('%s', (_, effect) => {
  it.each(Object.keys(effect.commands))(
    '%s refuses every role without its right, and no other [B-34.13]',
    async route => {
      for (const role of ROLES) {
        const { status, json } = await attempt(route, staff[role]!)
        const isRefused = status === 403 && json.code === 'Unauthorized'
        expect(isRefused, `${role} ${route} answered ${status}`).toBe(!hasRight(role, rightOf.get(route)!))
      }
    },
  )
})
