import { describe, expect, it } from 'vitest'
import { ORIGIN, testShop } from '#app/testing/shop.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { openBrowser, PASSWORD } from '../../testing/browser.ts'
import { joinShop } from '../../testing/factors.ts'

const shop = await testShop({ connections: 20 })

const PASSKEYS = '/api/auth/mfa/passkeys'
type Authenticator = ReturnType<typeof createAuthenticator>
let joined = 0

/** A user with one passkey. */
async function joinWithPasskey(authenticator: Authenticator = createAuthenticator()) {
  const shopper = await joinShop(shop, `passkey-${joined++}@example.com`)
  const { options } = (await shopper.me.post(PASSKEYS)).json
  const credential = authenticator.create({ challenge: options.challenge, origin: ORIGIN })
  const added = await shopper.me.post(PASSKEYS, { credential, name: 'My phone' })
  return { ...shopper, authenticator, options, credential, added }
}

/** A sign-in by passkey alone. @returns the challenge, and a function that answers it with an authenticator. */
async function byPasskey() {
  const browser = openBrowser(shop)
  const { challenge } = (await browser.post('/api/auth/passkey')).json
  const ask = { challenge: challenge.options.challenge as string, origin: ORIGIN }
  return {
    challenge,
    ask,
    answer: (credential: unknown) => browser.post('/api/auth/challenge', { id: challenge.id, credential }),
  }
}

describe('a passkey', () => {
  it('a passkey is created for this shop and user, asks for PIN or finger, and has a name', async () => {
    const { options, added, me, email } = await joinWithPasskey()
    expect(options).toMatchObject({
      rp: { id: 'shop.test', name: 'Redoubt' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(added.json).toMatchObject({ success: true, enabled: true })
    expect(added.json.recoveryCodes).toHaveLength(10)
    expect((await me.get('/api/auth/mfa')).json.passkeys).toEqual([
      { id: expect.any(String), name: 'My phone', addedAt: shop.clock.now().toISOString(), lastUsedAt: null },
    ])
    expect((await shop.outbox(email))[0]?.text).toContain('A sign-in method was added: passkey.')
  })

  it('a passkey signs in alone and counts as both factors', async () => {
    const { authenticator, email, me } = await joinWithPasskey()
    const { challenge, ask, answer } = await byPasskey()
    expect(challenge).toMatchObject({ type: 'WEB_AUTHN', options: { rpId: 'shop.test', userVerification: 'required' } })
    expect(challenge.options.allowCredentials).toBeUndefined()
    expect((await answer(authenticator.sign(ask))).json).toMatchObject({ success: true, user: { email } })
    const [passkey] = (await me.get('/api/auth/mfa')).json.passkeys
    expect(passkey.lastUsedAt).toBe(shop.clock.now().toISOString())
  })

  it('a sign-in by password asks for the passkey as WEB_AUTHN [B-4.6]', async () => {
    const { authenticator, email, signIn } = await joinWithPasskey()
    const { challenge, answer } = await signIn()
    expect(challenge).toMatchObject({ type: 'WEB_AUTHN', options: { allowCredentials: [{ id: authenticator.id }] } })
    const credential = authenticator.sign({ challenge: challenge.options.challenge, origin: ORIGIN })
    expect((await answer({ credential })).json).toMatchObject({ success: true, user: { email } })
  })

  it('a recovery code replaces a lost passkey', async () => {
    const { added, signIn } = await joinWithPasskey()
    const { answer } = await signIn()
    expect((await answer({ code: '123456' })).json.code).toBe('CodeMismatchException')
    expect((await answer({ code: added.json.recoveryCodes[0] })).json.success).toBe(true)
  })

  it('one of 50 concurrent answers counts for a challenge', async () => {
    const { authenticator } = await joinWithPasskey()
    const { ask, answer } = await byPasskey()
    const credential = authenticator.sign(ask)
    const answers = await Promise.all(Array.from({ length: 50 }, () => answer(credential)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await (await byPasskey()).answer(credential)).json.code).toBe('PasskeyRefused')
  })

  it('a passkey is refused for another site, challenge or user, without PIN, or as a copy', async () => {
    const { authenticator } = await joinWithPasskey()
    const stranger = await joinWithPasskey()
    const refusal = async (made: (ask: { challenge: string; origin: string }) => unknown) => {
      const { ask, answer } = await byPasskey()
      const { status, json } = await answer(made(ask))
      return [status, json.code]
    }
    const REFUSED = [400, 'PasskeyRefused']
    expect(await refusal(ask => authenticator.sign({ ...ask, origin: 'https://evil.example' }))).toEqual(REFUSED)
    expect(await refusal(ask => authenticator.sign({ ...ask, challenge: 'AAAA' }))).toEqual(REFUSED)
    expect(await refusal(ask => ({ ...authenticator.sign(ask), id: stranger.authenticator.id }))).toEqual(REFUSED)
    expect(await refusal(ask => createAuthenticator().sign(ask))).toEqual(REFUSED)
    authenticator.rewind(0)
    await refusal(ask => authenticator.sign(ask))
    authenticator.rewind(0)
    expect(await refusal(ask => authenticator.sign(ask))).toEqual(REFUSED)

    // A valid passkey of another user, in a sign-in that began with this user's password.
    const { challenge, answer } = await stranger.signIn()
    authenticator.rewind(100)
    const credential = authenticator.sign({ challenge: challenge.options.challenge, origin: ORIGIN })
    expect((await answer({ credential })).json.code).toBe('PasskeyRefused')

    const careless = createAuthenticator({ verifies: false })
    expect((await joinWithPasskey(careless)).added.json.code).toBe('PasskeyRefused')
  })

  it('a synchronised passkey without a counter works repeatedly', async () => {
    const { authenticator } = await joinWithPasskey(createAuthenticator({ counts: false }))
    for (let n = 0; n < 2; n++) {
      const { ask, answer } = await byPasskey()
      expect((await answer(authenticator.sign(ask))).json.success).toBe(true)
    }
  })

  it('a passkey is stored once, by the challenge that created it', async () => {
    const one = await joinWithPasskey()
    expect((await one.me.post(PASSKEYS, { credential: one.credential })).json.code).toBe('ExpiredCodeException')
    await one.me.post(PASSKEYS)
    expect((await one.me.post(PASSKEYS, { credential: one.credential })).json.code).toBe('PasskeyRefused')
  })

  it('only its owner removes a passkey by its id, and it then signs in no more', async () => {
    const one = await joinWithPasskey()
    const other = await joinWithPasskey()
    const [{ id }] = (await one.me.get('/api/auth/mfa')).json.passkeys
    expect((await other.me.remove(`${PASSKEYS}/${id}`)).json.code).toBe('not_found')
    expect((await one.me.remove(`${PASSKEYS}/${id}`)).status).toBe(204)
    const { ask, answer } = await byPasskey()
    expect((await answer(one.authenticator.sign(ask))).json.code).toBe('PasskeyRefused')
    expect((await one.signIn()).json.success).toBe(true)
    expect((await other.me.remove(PASSKEYS)).status).toBe(204)
    expect((await other.me.get('/api/auth/mfa')).json.passkeys).toEqual([])
  })

  it('a passkey is enough to change sign-in methods', async () => {
    const one = await joinWithPasskey()
    const other = await joinWithPasskey()
    shop.clock.advance(600_000)
    const { id, options } = (await one.me.post('/api/auth/reauthenticate/passkey')).json
    const ask = { challenge: options.challenge, origin: ORIGIN }
    const prove = (credential: unknown) => one.me.post('/api/auth/reauthenticate', { id, credential })
    const renewed = await prove(one.authenticator.sign(ask))
    expect((await one.browser.as(renewed.json.idToken).post('/api/auth/mfa/totp')).status).toBe(200)
    expect((await prove(one.authenticator.sign(ask))).json.code).toBe('ChallengeExpired')
    const again = (await one.me.post('/api/auth/reauthenticate/passkey')).json
    const strange = other.authenticator.sign({ challenge: again.options.challenge, origin: ORIGIN })
    const refused = await one.me.post('/api/auth/reauthenticate', { id: again.id, credential: strange })
    expect(refused.json.code).toBe('PasskeyRefused')
  })

  it('a passkey does not sign in a disabled user', async () => {
    const { authenticator, userId } = await joinWithPasskey()
    await shop.services.db.updateTable('users').set({ enabled: false }).where('id', '=', userId).execute()
    const { ask, answer } = await byPasskey()
    expect((await answer(authenticator.sign(ask))).json.code).toBe('NotAuthorizedException')
  })
})

it('a passkey challenge does not answer another user’s password challenge', async () => {
  const { email, authenticator } = await joinWithPasskey()
  const { challenge, ask, answer } = await byPasskey()
  expect((await answer(undefined)).json.code).toBe('InvalidParameterException')
  const browser = openBrowser(shop)
  const json = { id: challenge.id, code: '123456' }
  expect((await browser.post('/api/auth/challenge', json)).json.code).toBe('InvalidParameterException')
  expect((await browser.signIn(email, PASSWORD)).json.challenge.id).not.toBe(challenge.id)
  expect((await answer(authenticator.sign(ask))).json.success).toBe(true)
})
