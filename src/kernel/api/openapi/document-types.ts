import type { ErrorTable } from '#platform/errors.ts'

/** The used parts of an OpenAPI 3.1 document. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  items?: Schema
  prefixItems?: Schema[]
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  minProperties?: number
}

export type Media = { schema?: Schema; example?: unknown }
export type Answer = { $ref?: string; description?: string; content?: Record<string, Media> }
export type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema?: Schema }

export type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  'x-access'?: 'anyone' | 'user' | 'admin'
  'x-right'?: string
  'x-fresh'?: boolean
  'x-reads'?: boolean
  'x-refuses'?: readonly ErrorTable[]
  'x-limit'?: { points: number; seconds: number }
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, Answer>
}

export type ApiDocument = {
  openapi: string
  info: Record<string, unknown> & { title: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Answer>
    parameters: Record<string, Parameter & { description: string }>
    securitySchemes?: Record<string, unknown>
  }
}

/** The operations of a document with their methods and paths. */
export const operationsOf = ({ paths }: Pick<ApiDocument, 'paths'>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
