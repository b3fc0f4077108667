import { expect, it } from 'vitest'
import { fieldsOf } from '../../testing/schemas/fields.ts'
import { requestSchemasOf } from '../../testing/schemas/request-schemas.ts'
import { testShop } from '../../testing/shop.ts'
import { createApi } from '../api.server.ts'

const shop = await testShop()

/** Every text of a request that is named like an e-mail address. */
const fields = requestSchemasOf(createApi(shop)).flatMap(({ route, part, schema }) =>
  [...fieldsOf(schema)]
    .filter(({ path, schema: field }) => /emails?(\.0)?$/i.test(path) && field._zod.def.type === 'string')
    .map(({ path, schema: field }) => ({ name: `${route} ${part} ${path}`, schema: field })),
)

/** Staff look accounts up by these, and old clients send the others, which are not read. No message goes to any of them. */
const NO_RECIPIENTS =
  /^GET |^POST \/credits\/reconcile |^POST \/support\/(?:tickets|inquiries) json userEmail$|^POST \/admin\/sms\/bulk json recipients\.0\.email$/

const DOTS = ['。', '．', '｡', '․', '…', '﹒', '︒', '۔', 'ꓸ']
const SENTENCES = ['Please enter a valid email address', 'Invalid email format']

it('no address with a dot other than "." is taken at any door that a message may follow [B-5.36]', () => {
  // A field may be checked in two steps, as text and as an address; either may refuse it.
  const doors = Object.entries(Object.groupBy(fields, ({ name }) => name)).filter(([name]) => !NO_RECIPIENTS.test(name))
  expect(doors.length).toBeGreaterThan(15)
  const wrong: string[] = []
  for (const [name, steps] of doors) {
    const sentencesFor = (email: string) =>
      steps!.flatMap(({ schema }) => schema.safeParse(email).error?.issues.map(({ message }) => message) ?? [])
    expect(sentencesFor('sam@shop.example'), name).toEqual([])
    for (const dot of DOTS)
      for (const email of [`sam@evil${dot}example`, `sam@evil${dot}example.com`, `evil${dot}example@shop.example`])
        if (!SENTENCES.some(sentence => sentencesFor(email).includes(sentence))) wrong.push(`${name} ${email}`)
  }
  expect(wrong).toEqual([])
})
