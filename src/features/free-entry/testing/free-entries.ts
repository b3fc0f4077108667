import { expect } from 'vitest'
import { openRegister } from './register.ts'

type Asked = { email: string; [field: string]: string }

/** A test shop with the form for free entries, one a day, and the register of cards. */
export async function openFreeEntries() {
  const register = await openRegister()
  const { shop } = register
  await shop.changeSettings({ freeEntry: { online: true, everyDays: 1 } })
  let people = 0
  const personOf = (input: object = {}) => {
    const n = ++people
    const home = { line1: `${n} Elm Street`, city: 'Reno', state: 'NV', postalCode: '89501' }
    return { name: `Person ${n}`, email: `person-${n}@example.com`, birthDate: '1990-05-04', ...home, ...input }
  }
  const ask = (giveaway: { id: string }, input: object = {}) =>
    shop.call(`/api/giveaways/${giveaway.id}/free-entries`, { json: personOf(input) })
  const tokenTo = async (email: string) => {
    const [mail] = (await shop.outbox(email)).filter(({ subject }) => subject.startsWith('Confirm your free entry'))
    return new URL(/http\S+\/free-entry\?token=\S+/.exec(mail!.text)![0]).searchParams.get('token')!
  }
  const follow = (token: string) => shop.call('/api/free-entries/link', { json: { token } })

  return {
    ...register,
    ask,
    tokenTo,
    follow,
    enterFree: async (giveaway: { id: string }, input: Asked) => {
      const asked = await ask(giveaway, input)
      expect(asked.status, asked.text).toBe(200)
      return follow(await tokenTo(input.email))
    },
  }
}
