import { expect, it } from 'vitest'
import { fieldsOf } from '../../testing/schemas/fields.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import { testShop } from '../../testing/shop.ts'
import { createApi } from '../api.server.ts'

const shop = await testShop()

type Checks = { type: string; checks?: { _zod: { def: { check: string; maximum?: number } } }[] }

/** Every text of a request that has a longest length. */
const texts = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
  [...fieldsOf(schema)].flatMap(field => {
    const { type, checks = [] } = field.schema._zod.def as unknown as Checks
    const longest = checks.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum
    return type === 'string' && longest !== undefined
      ? [{ ...field, name: `${route} ${part} ${field.path}`, longest }]
      : []
  }),
)

/** Tokens of links and references of uploaded pictures: a person types none of them, and any wrong one has one sentence. */
const NOT_TYPED = /(?:token|images?|images\.\d)$/

it('the refusal of a text that is too long names the limit [B-5.37]', () => {
  expect(texts.length).toBeGreaterThan(150)
  const sentencesOf = (schema: (typeof texts)[number]['schema'], value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
  const wrong = texts.flatMap(({ name, schema, longest }) => {
    const [missing] = sentencesOf(schema, undefined)
    const long = sentencesOf(schema, 'a'.repeat(longest + 1))
    const isSaid =
      long.length > 0 && !long.some(sentence => sentence === missing || /^(?:Too|Invalid input)/.test(sentence))
    return isSaid || NOT_TYPED.test(name) ? [] : [`${name}: ${long.join(' · ')}`]
  })
  expect(wrong).toEqual([])
})
