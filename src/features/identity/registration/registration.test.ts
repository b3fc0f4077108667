import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { openBrowser, otherThan, PASSWORD, PERSON } from '../testing/browser.ts'

const shop = await testShop({ connections: 30 })

const MINUTE = 60_000
const usersWith = (email: string) =>
  shop.services.db.selectFrom('users').selectAll().where('email', '=', email).execute()

describe('registering', () => {
  it('a registration makes no user before the code is entered [B-3.14] [B-7.30]', async () => {
    const browser = openBrowser(shop)
    const answer = await browser.register({ email: ' First@Example.com ' })
    expect(answer.json).toEqual({ success: true, requiresConfirmation: true })
    expect(await usersWith('first@example.com')).toEqual([])
    const [sentEmail] = await shop.outbox('first@example.com')
    expect(sentEmail?.text).toMatch(/^Hello,/)
  })

  it('the registering browser is signed in when it confirms, with a normalised profile [B-4.11] [B-7.30]', async () => {
    const browser = openBrowser(shop)
    await browser.register({ email: 'Second@example.com', name: '  Robin   ', phone: '1 (801) 555-0100' })
    const answer = await browser.confirm('second@example.com', await browser.codeFor('second@example.com'))
    expect(answer.json).toMatchObject({
      success: true,
      requiresSignIn: false,
      user: { email: 'second@example.com', name: 'Robin', isAdmin: false, role: null, isSubscriber: false },
    })
    const profile = await shop.call('/api/my/profile', {
      as: { userId: '', email: '', idToken: answer.json.idToken },
    })
    expect(profile.json).toMatchObject({
      phone: '+18015550100',
      birthDate: '1990-05-17',
      age: 35,
      shippingAddress: null,
    })
    expect((await browser.token()).json.user.email).toBe('second@example.com')
  })

  it('a registration refused for its password alone says so by its code [B-8.5]', async () => {
    const refused = async (fields: object) => {
      const { status, json } = await openBrowser(shop).register({ email: 'rule@example.com', ...fields })
      return [status, json.code, Object.keys(json.errors)]
    }
    expect(await refused({ password: 'abcdefgh' })).toEqual([400, 'InvalidPasswordException', ['password']])
    expect(await refused({ password: 'abcdefgh', name: '' })).toEqual([400, 'invalid_input', ['password', 'name']])
    expect(await refused({ password: '' })).toEqual([400, 'invalid_input', ['password']])
  })

  it('another browser must sign in after it confirmed [B-3.14]', async () => {
    const email = 'elsewhere@example.com'
    await openBrowser(shop).register({ email })
    const other = openBrowser(shop)
    const answer = await other.confirm(email, await other.codeFor(email))
    expect(answer.json).toEqual({
      success: true,
      message: 'Your account is confirmed.',
      requiresSignIn: true,
      addressSaved: false,
    })
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token')
    expect((await other.signIn(email)).json.success).toBe(true)
  })

  it('a user one day too young is refused, one on the birthday accepted, by the shop’s clock [B-9.1]', async () => {
    const young = await openBrowser(shop).register({ email: 'young@example.com', birthDate: '2005-03-03' })
    expect(young.status).toBe(400)
    expect(young.json.errors).toEqual({ birthDate: ['You must be 21 or older to register'] })
    const ripe = await openBrowser(shop).register({ email: 'young@example.com', birthDate: '2005-03-02' })
    expect(ripe.status).toBe(200)
  })

  it('a registration with unknown fields is refused [B-3.13]', async () => {
    const browser = openBrowser(shop)
    const extra = { ...PERSON, role: 'admin', isAdmin: true }
    const answer = await browser.post('/api/auth/register', extra)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json.errors).sort()).toEqual(['isAdmin', 'role'])
  })

  it('NUL, oversized texts and wrong types are refused, never with 500', async () => {
    for (const wrong of [
      { name: 'a\u0000b' },
      { name: 'Adam \u202eecila' },
      { name: 'x'.repeat(121) },
      { email: `a\u0000@b.co` },
      { email: `${'a'.repeat(250)}@example.com` },
      { password: `Aa1!${'x'.repeat(200)}` },
      { phone: ['801'] },
      { birthDate: '1990-02-30' },
      { birthDate: '0000-01-01' },
    ]) {
      const answer = await openBrowser(shop).post('/api/auth/register', { ...PERSON, ...wrong })
      expect([answer.status, Object.keys(answer.json.errors)]).toEqual([400, Object.keys(wrong)])
    }
  })

  it('a new account takes an address in the one spelling that mail servers write, by form and by code [B-5.36]', async () => {
    for (const email of ['<robin@gmail.com', 'robin@ｇmail.com', 'robin@gmail.com.', '"robin"@gmail.com']) {
      const calls = [
        openBrowser(shop).register({ email }),
        openBrowser(shop).post('/api/auth/email-codes', { email }),
        openBrowser(shop).post('/api/auth/email-codes/register', { ...PERSON, email }),
      ]
      for (const { status, json } of await Promise.all(calls)) {
        expect(status).toBe(400)
        expect(json.errors.email).toEqual(['Please enter a valid email address'])
      }
    }
  })
})

it('the e-mail repeats no name [B-9.54]', async () => {
  const greetings: string[] = []
  for (const name of ['Robin Gale', 'Free rifle at evil.example/win', 'https://evil.example', 'prize@evil.example']) {
    await openBrowser(shop).register({ email: 'target@example.com', name })
    greetings.push((await shop.outbox('target@example.com'))[0]!.text.split('\n')[0]!)
  }
  expect(greetings).toEqual(Array(4).fill('Hello,'))
})

describe('a known address', () => {
  it('a known address gets the same answer as an unknown one, and its owner an e-mail', async () => {
    const email = 'owner@example.com'
    await openBrowser(shop).join(email)
    const stranger = openBrowser(shop)
    const known = await stranger.register({ email, password: 'Another-Pass1!', name: 'Mallory' })
    const unknown = await openBrowser(shop).register({ email: 'nobody@example.com' })
    expect(known.status).toBe(unknown.status)
    expect(known.json).toEqual(unknown.json)
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort())
    const [sentEmail] = await shop.outbox(email)
    expect(sentEmail?.subject).toBe('You already have a Redoubt account')
    expect(sentEmail?.text).not.toMatch(/\d{6}|Mallory/)

    // Guesses get the same answers as for any registration.
    const guesses = await Promise.all([1, 2, 3].map(() => stranger.confirm(email, '000000')))
    expect(guesses.map(guess => guess.json.code)).toEqual(Array(3).fill('CodeMismatchException'))
    expect((await stranger.confirm(email, '000000')).json.code).toBe('ExpiredCodeException')
    expect((await openBrowser(shop).signIn(email)).json.success).toBe(true)
    // The sign-in asks for the code, as it does without an account. The code was never sent.
    expect((await openBrowser(shop).signIn(email, 'Another-Pass1!')).json.challenge.type).toBe('CONFIRM_SIGN_UP')
  })

  it('a request for a new code gets the same answer for known and unknown addresses [B-7.30]', async () => {
    const answers = await Promise.all(
      ['owner@example.com', 'never-seen@example.com'].map(email =>
        openBrowser(shop).post('/api/auth/resend-code', { email }),
      ),
    )
    expect(answers[0]!.json).toEqual(answers[1]!.json)
    expect(await shop.outbox('never-seen@example.com')).toEqual([])
  })

  it('a registration by a stranger does not take a known address', async () => {
    const email = 'coveted@example.com'
    const victim = openBrowser(shop)
    await victim.register({ email })
    const code = await victim.codeFor(email)
    shop.clock.advance(1000)
    await openBrowser(shop).register({ email, password: 'Mallorys-Own1!', name: 'Mallory' })
    const mallorysCode = await victim.codeFor(email)

    expect((await victim.confirm(email, mallorysCode)).json.code).toBe('CodeMismatchException')
    expect((await victim.confirm(email, code)).json).toMatchObject({
      requiresSignIn: false,
      user: { name: 'Robin Gale' },
    })
    expect((await openBrowser(shop).signIn(email, 'Mallorys-Own1!')).status).toBe(401)
  })
})

describe('a code', () => {
  it('a code is valid once, for 10 minutes, and for three tries [B-9.42]', async () => {
    const email = 'tries@example.com'
    const browser = openBrowser(shop)
    await browser.register({ email })
    const first = await browser.codeFor(email)
    for (let n = 0; n < 3; n++)
      expect((await browser.confirm(email, otherThan(first))).json.detail).toBe(
        'Invalid verification code. Please check your email.',
      )
    const spent = await browser.confirm(email, first)
    expect([spent.status, spent.json.code]).toEqual([400, 'ExpiredCodeException'])
    expect(spent.json.detail).toBe('Verification code has expired. Please request a new one.')

    shop.clock.advance(1000)
    await browser.post('/api/auth/resend-code', { email })
    const second = await browser.codeFor(email)
    shop.clock.advance(10 * MINUTE)
    expect((await browser.confirm(email, second)).json.code).toBe('ExpiredCodeException')

    await browser.post('/api/auth/resend-code', { email })
    const third = await browser.codeFor(email)
    shop.clock.advance(10 * MINUTE - 1)
    expect((await browser.confirm(email, third)).status).toBe(200)
    expect((await browser.confirm(email, third)).json.code).toBe('CodeMismatchException')
  })

  it('an incomplete code gets its own messages [B-5.11] [B-9.2]', async () => {
    const said = async (code: string) => (await openBrowser(shop).confirm('x@example.com', code)).json.errors.code
    expect(await said('')).toEqual(['Please enter the confirmation code'])
    expect(await said('12345')).toEqual(['Please enter the complete 6-digit code'])
    expect(await said('12345a')).toEqual(['Please enter the complete 6-digit code'])
  })

  it('a code is stored as a hash only', async () => {
    const email = 'hashed@example.com'
    const browser = openBrowser(shop)
    await browser.register({ email })
    const code = await browser.codeFor(email)
    const rows = await shop.services.db.selectFrom('verification_code').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
    const stored = await shop.services.db.selectFrom('registration').selectAll().where('email', '=', email).execute()
    expect(JSON.stringify(stored)).not.toContain(PASSWORD)
  })

  it('one of many concurrent right guesses is accepted [B-9.43]', async () => {
    const email = 'race@example.com'
    await openBrowser(shop).register({ email })
    const code = await openBrowser(shop).codeFor(email)
    const answers = await Promise.all(
      Array.from({ length: few(40, 200) }, () => openBrowser(shop).confirm(email, code)),
    )
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer.status >= 500)).toEqual([])
    expect(await usersWith(email)).toHaveLength(1)
  })

  it('many concurrent wrong guesses count as three tries [B-9.42]', async () => {
    const email = 'guessed@example.com'
    await openBrowser(shop).register({ email })
    const code = await openBrowser(shop).codeFor(email)
    const guesses = Array.from({ length: few(40, 200) }, () => openBrowser(shop).confirm(email, otherThan(code)))
    const codes = (await Promise.all(guesses)).map(answer => answer.json.code)
    expect(codes.filter(name => name === 'CodeMismatchException')).toHaveLength(3)
    expect((await openBrowser(shop).confirm(email, code)).json.code).toBe('ExpiredCodeException')
  })
})
