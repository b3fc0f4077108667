import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationIdOf } from '#kernel/api/openapi/operation-id.ts'
import type { RouteFacts } from '#kernel/api/openapi/route-facts.ts'
import { OPERATION_NAMES } from '../operation-names.ts'
import { readRefusals } from './read-refusals.ts'

const FILE = join(import.meta.dirname, '../route-facts.json')

/** What the description of the API takes from the source: each route's id and refusals. */
export async function describeRoutes(): Promise<RouteFacts> {
  const { tables, routes } = await readRefusals()
  const operations = Object.entries(routes).map(([route, refuses]) => {
    const [method, path] = route.split(' ') as [string, string]
    return [route, { id: OPERATION_NAMES[route] ?? operationIdOf(method.toLowerCase(), path), refuses }] as const
  })
  const twice = operations.filter(([, { id }], at) => operations.findIndex(([, other]) => other.id === id) !== at)
  if (twice.length > 0)
    throw new Error(
      `Name these in operation-names.ts: ${twice.map(([route, { id }]) => `${route} is a second ${id}`).join(', ')}`,
    )
  return { tables, operations: Object.fromEntries(operations) }
}

/** `npm run api`: writes `src/app/api/route-facts.json`. Run it after a change of routes or of error tables. */
async function writeFacts(): Promise<void> {
  const facts = await describeRoutes()
  const before: RouteFacts = JSON.parse(readFileSync(FILE, 'utf8'))
  const renamed = Object.entries(before.operations).filter(
    ([route, { id }]) => (facts.operations[route]?.id ?? id) !== id,
  )
  if (renamed.length > 0)
    throw new Error(
      `Clients call operations by their ids, so an id stays: ${renamed.map(([route, { id }]) => `${route} is ${id}`).join(', ')}`,
    )
  const formatted = execFileSync('biome', ['format', '--stdin-file-path=route-facts.json'], {
    input: JSON.stringify(facts),
    encoding: 'utf8',
  })
  writeFileSync(FILE, formatted)
}

if (process.argv[1] === import.meta.filename) await writeFacts()
