import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import { operationsOf } from '#kernel/api/openapi/document-types.ts'
import { OPERATION_VERBS, operationIdOf } from '#kernel/api/openapi/operation-id.ts'
import { RIGHTS, type Right } from '#kernel/rights.ts'
import { COMMON_ERRORS, type ErrorTable } from '#platform/errors.ts'
import { isLastReleaseHere, LAST_RELEASE } from '../testing/runs/last-release.ts'
import { testShop } from '../testing/shop.ts'
import { fileText, ROOT } from '../testing/source/repository-files.ts'
import { OPERATION_NAMES } from './operation-names.ts'
import { declaredRefusals } from './testing/declared-refusals.ts'

const shop = await testShop()
const text = (await shop.call('/api/openapi.json')).text
const document = JSON.parse(text)
const operations = operationsOf(document)

/** The error tables of the source. Their names are unique. */
async function errorTables(): Promise<ErrorTable[]> {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const named = sources.flatMap(file => {
    const text = fileText(`src/${file}`)
    return [...text.matchAll(/^export const (\w+_ERRORS) = \{/gm)].map(([, name]) => ({ file, name: name! }))
  })
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length)
  return Promise.all(
    named.map(async ({ file, name }) => {
      const module = await import(/* @vite-ignore */ pathToFileURL(join(ROOT, 'src', file)).href)
      return module[name]
    }),
  )
}

const refusedBy = (id: string, status: number): string[] => {
  const { responses } = operations.find(({ operation }) => operation.operationId === id)!.operation
  const answer = responses![status]!
  const written = answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)!]! : answer
  return written.content!['application/problem+json']!.schema!.allOf![1]!.properties!.code!.enum as string[]
}

it('every operation has an id of its own that begins with a verb [B-7.35]', () => {
  const ids = operations.map(({ operation }) => operation.operationId ?? '')
  expect(ids.filter((id, at) => !/^[a-z]+[A-Za-z]*$/.test(id) || ids.indexOf(id) !== at)).toEqual([])
  expect(ids.filter(id => !OPERATION_VERBS.has(/^[a-z]+/.exec(id)![0]))).toEqual([])
  const routes = operations.map(({ method, path }) => `${method.toUpperCase()} ${path.slice('/api'.length)}`)
  expect(Object.keys(OPERATION_NAMES).filter(route => !routes.includes(route))).toEqual([])
})

it.skipIf(!isLastReleaseHere())('an operation keeps the id that it had in the last release [B-7.35]', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const moduleThen = (file: string) => {
    const code = stripTypeScriptTypes(git('show', `${LAST_RELEASE.commit}:${file}`))
    return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
  }
  const then = {
    ...(await moduleThen('src/app/api/operation-names.ts')),
    ...(await moduleThen('src/kernel/api/openapi/operation-id.ts')),
  } as { OPERATION_NAMES: typeof OPERATION_NAMES; operationIdOf: typeof operationIdOf }
  // Its declarations, as this release writes them and as the release before did.
  const source = git('grep', '-h', '', LAST_RELEASE.commit, '--', 'src/*.server.ts')
  const declared = [...source.matchAll(/'?(get|post|put|patch|delete)',\s*(?:path: )?'(\/[^']+)'/g)]
  const routesThen = new Set(declared.map(([, method, path]) => `${method!.toUpperCase()} ${path}`))
  expect(routesThen.size).toBeGreaterThan(200)
  const renamed = operations.flatMap(({ method, path, operation }) => {
    const route = `${method.toUpperCase()} ${path.slice('/api'.length)}`
    const before = then.OPERATION_NAMES[route] ?? then.operationIdOf(method, path.slice('/api'.length))
    return routesThen.has(route) && operation.operationId !== before ? [`${route}: ${before}`] : []
  })
  expect(renamed).toEqual([])
})

it.each([
  ['get', '/orders/{id}', 'getOrder'],
  ['get', '/my/orders', 'listMyOrders'],
  ['post', '/giveaways/{id}/entries', 'createGiveawayEntry'],
  ['post', '/orders/{id}/cancel', 'cancelOrder'],
  ['put', '/admin/reviews/{id}/answer', 'saveAdminReviewAnswer'],
  ['delete', '/admin/reviews/{id}/answer', 'deleteAdminReviewAnswer'],
  ['delete', '/admin/support/replies/{id}', 'deleteAdminSupportReply'],
])('%s %s is %s', (method, path, id) => {
  expect(operationIdOf(method, path)).toBe(id)
})

it('every code of an error table is declared by a route [B-7.37]', async () => {
  const declared = new Set(declaredRefusals(shop.web.api).flatMap(({ codes }) => [...codes]))
  const tables = await errorTables()
  const codes = new Set(tables.flatMap(table => Object.keys(table)))
  expect(tables.length).toBeGreaterThan(40)
  expect([...codes].filter(code => !declared.has(code)).toSorted()).toEqual([])
  expect([...declared].filter(code => !codes.has(code))).toEqual([])
})

it('every operation names its access: none, a sign-in, or the right of staff [B-7.36]', () => {
  const wrong = operations.filter(({ operation }) => {
    const { security, 'x-access': access, 'x-right': right, description } = operation
    if (access === 'anyone') return security?.length !== 0
    const rights = security?.[0]?.idToken
    if (access === 'admin')
      return rights?.[0] !== right || !RIGHTS.includes(right as Right) || !description?.includes(right!)
    return rights?.length !== 0
  })
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

it('every operation names its refusals by status and code [B-7.37]', () => {
  const wrong = operations.filter(({ operation }) => !operation.responses?.[401] || !operation.responses[429])
  expect(wrong).toEqual([])
  expect(refusedBy('enterGiveaway', 403)).toEqual([
    ...['Unauthorized', 'address_abroad', 'address_needed', 'not_eligible', 'not_yet', 'not_yet_for_subscribers'],
    'shop_not_open',
    'state_excluded',
    'state_unknown',
    'under_age',
    'under_giveaway_age',
  ])
  expect(refusedBy('getOrder', 404)).toEqual(['not_found', 'order_not_found'])
  expect(refusedBy('packAdminOrder', 409)).toEqual([
    ...['cancel_asked', 'conflict', 'idempotency_committed', 'idempotency_running'],
    ...['nothing_to_send', 'order_disputed', 'order_moved'],
  ])
  expect(text).toContain(COMMON_ERRORS.LimitExceededException.message)
})

it('every body and every JSON answer has an example [B-7.38]', () => {
  const without = operations.flatMap(({ method, path, operation }) => {
    const answers = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'))
    const contents = [operation.requestBody?.content, ...answers.map(([, answer]) => answer.content)]
    const media = contents.map(content => content?.['application/json'])
    return media.some(one => one && one.example === undefined) ? [`${method} ${path}`] : []
  })
  expect(without).toEqual([])
})

it('the description passes the recommended rules of a public linter without a warning [B-7.39]', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})

it('the page shows the id, the access and the refusals of each operation [B-7.40]', async () => {
  const { text: page } = await shop.call('/api/docs')
  expect(operations.filter(({ operation }) => !page.includes(`<code>${operation.operationId}</code>`))).toEqual([])
  expect(page).toContain('For staff with the right orders.fulfil')
  expect(page).toContain('<li>409 <code>slot_taken</code> Slot(s) {list} are not available</li>')
})
