import { STATUS_CODES } from 'node:http'
import { COMMON_ERRORS, type ErrorTable, pick } from '#platform/errors.ts'
import { worksBeforeOpening } from '../../opening/before-opening.ts'
import type { Answer, Operation, Schema } from './document-types.ts'

export const PROBLEM: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}

type Common = keyof typeof COMMON_ERRORS

/** True for a POST that changes something: a repeat under its Idempotency-Key gets the first answer. */
export const takesKey = (method: string, operation: Operation): boolean => method === 'post' && !operation['x-reads']

/** Refusals of every route: its limit, a token that is over, the load on the shop. */
const OF_ALL = [
  ...(['NotAuthorizedException', 'LimitExceededException', 'internal'] as const),
  ...(['unavailable', 'overloaded', 'too_much_at_once'] as const),
]

/**
 * What the checks before a handler refuse, by the route's form: its access, path, query, body and method. `conflict` is that of transactions,
 * which two calls that write can meet.
 */
function checksOf(method: string, path: string, operation: Operation): Common[] {
  const { parameters = [], requestBody } = operation
  const access = operation['x-access']
  const codes: Common[] = [...OF_ALL]
  if (method !== 'get') codes.push('conflict')
  if (access === 'admin') codes.push('Unauthorized', 'SecondFactorRequired', 'invalid_input')
  else if (!worksBeforeOpening(method, path)) codes.push('shop_not_open')
  if (operation['x-fresh']) codes.push('ReauthenticationRequired')
  if (parameters.some(one => one.in === 'path')) codes.push('not_found')
  if (parameters.some(one => one.in === 'query')) codes.push('invalid_input')
  if (requestBody) codes.push('invalid_input', 'body_too_large')
  if (takesKey(method, operation)) codes.push('idempotency_running', 'idempotency_committed', 'idempotency_mismatch')
  return codes
}

/** A route's refusals: status → code → the sentence to show. */
export type RefusalsByStatus = Map<number, Map<string, string>>

/** All refusals of a route: those of the checks before its handler, and those of the error tables that it names. */
export function refusalsOf(method: string, path: string, operation: Operation): RefusalsByStatus {
  const found: RefusalsByStatus = new Map()
  const tables = [pick(COMMON_ERRORS, ...checksOf(method, path, operation)), ...(operation['x-refuses'] ?? [])]
  for (const [code, { status, message }] of tables.flatMap(Object.entries<ErrorTable[string]>)) {
    if (!found.has(status)) found.set(status, new Map())
    found.get(status)!.set(code, message)
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}

/** The description of one status: each code with its sentence, the codes as an enumeration, and an example. */
export function refusedResponse(status: number, sentences: ReadonlyMap<string, string>): Answer {
  const codes = [...sentences.keys()].sort()
  const title = STATUS_CODES[status] ?? 'Error'
  const detail = sentences.get(codes[0]!)!
  return {
    description: codes.map(code => `- \`${code}\`: ${sentences.get(code)}`).join('\n'),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: codes } } }],
        },
        example: { type: 'about:blank', title, status, detail, code: codes[0], requestId: '0b7c1f0e5d2a' },
      },
    },
  }
}

const pascal = (text: string) =>
  text
    .split(/[^a-z0-9]+/i)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** Collects responses. A response that stands at several routes is written once, and named by its codes. */
export function createResponses() {
  const components: Record<string, Answer> = {}
  return {
    components,
    of(status: number, sentences: ReadonlyMap<string, string>): Answer {
      if (sentences.size > 3) return refusedResponse(status, sentences)
      const name = `Refused${status}${[...sentences.keys()].sort().map(pascal).join('Or')}`
      const response = refusedResponse(status, sentences)
      components[name] ??= response
      // Two tables can have one code with different sentences.
      if (components[name].description !== response.description) return response
      return { $ref: `#/components/responses/${name}` }
    },
  }
}
