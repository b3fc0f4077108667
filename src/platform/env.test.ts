import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const witness = (name: string) => `${name}.example/w+6dde008b+${'B'.repeat(44)} https://${name}.example ${name}`

const PRODUCTION = {
  MODE: 'production',
  DATABASE_URL: 'postgres://shop@db.test/shop',
  ORIGIN: 'https://shop.test',
  AUTH_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.test',
  WITNESSES: ['a', 'b'].map(witness).join(';'),
}
const OPTIONAL_IN_DEMO = Object.keys(PRODUCTION).filter(name => name !== 'MODE' && name !== 'WITNESSES')

describe('the environment', () => {
  it('demo mode needs no variable', () => {
    expect(readEnv({})).toMatchObject({ MODE: 'demo', PORT: 3000, ROLE: 'all', DATA_DIR: './.data', RATE_LIMITS: true })
  })

  it('an empty variable counts as missing', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined()
  })

  it('each wrong variable is named in a sentence', () => {
    expect(() => readEnv({ PORT: 'seven', ROLE: 'boss' })).toThrow(/PORT: .+\. ROLE: .+\./)
  })

  it.each(OPTIONAL_IN_DEMO)('production does not start without %s', missing => {
    expect(() => readEnv({ ...PRODUCTION, [missing]: '' })).toThrow(
      new EnvError(`${missing} is missing: production needs it.`),
    )
  })

  it.each(['sk_live_x', 'rk_live_x', 'sk_test_x', 'rk_test_x'])('production starts with the Stripe key %s', key => {
    expect(readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY: key }).STRIPE_SECRET_KEY).toBe(key)
  })

  it.each(['pk_live_x', 'whsec_x', 'sk_x', 'live'])('%s is no secret key of Stripe', key => {
    expect(() => readEnv({ ...PRODUCTION, STRIPE_SECRET_KEY: key })).toThrow(/STRIPE_SECRET_KEY: .+rk_/)
  })

  it('production does not start without rate limits', () => {
    expect(() => readEnv({ ...PRODUCTION, RATE_LIMITS: 'off' })).toThrow(/demo mode only/)
    expect(readEnv(PRODUCTION).MODE).toBe('production')
  })

  it('production refuses push endpoints on its own machine, and every mode half a pair of push keys', () => {
    expect(() => readEnv({ ...PRODUCTION, PUSH_LOCAL_ENDPOINTS: 'on' })).toThrow(/PUSH_LOCAL_ENDPOINTS=on is for demo/)
    expect(readEnv(PRODUCTION).PUSH_LOCAL_ENDPOINTS).toBe(false)
    const VAPID_PUBLIC_KEY = `B${'x'.repeat(86)}`
    expect(() => readEnv({ VAPID_PUBLIC_KEY })).toThrow(/VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together/)
    expect(() => readEnv({ VAPID_PUBLIC_KEY: 'short' })).toThrow(/VAPID_PUBLIC_KEY: .+87 characters/)
    expect(() => readEnv({ VAPID_SUBJECT: 'hello' })).toThrow(/VAPID_SUBJECT/)
  })

  it('only a demo gives the sandbox its own database, and one without demo data', () => {
    const SANDBOX_DATABASE_URL = 'postgres://sandbox@db.test/sandbox'
    expect(() => readEnv({ ...PRODUCTION, SANDBOX_DATABASE_URL })).toThrow(/SANDBOX_DATABASE_URL is for demo mode/)
    expect(() => readEnv({ SANDBOX_DATABASE_URL })).toThrow(/SANDBOX_DATABASE_URL needs SEED=off/)
    expect(readEnv({ SANDBOX_DATABASE_URL, SEED: 'off' })).toMatchObject({ SANDBOX_DATABASE_URL })
  })

  it('production refuses the sandbox chain', () => {
    expect(() => readEnv({ ...PRODUCTION, BEACON: 'sandbox' })).toThrow(/BEACON=sandbox is for demo mode only/)
    expect(readEnv({ ...PRODUCTION, BEACON: 'drand' }).BEACON).toBe('drand')
    expect(() => readEnv({ BEACON: 'dice' })).toThrow(/^BEACON: /)
  })

  it('relays of drand are addresses, separated by commas', () => {
    expect(readEnv({ DRAND_RELAYS: 'https://a.example, https://b.example:6875/' }).DRAND_RELAYS).toEqual([
      'https://a.example',
      'https://b.example:6875/',
    ])
    expect(() => readEnv({ DRAND_RELAYS: 'a.example' })).toThrow(/^DRAND_RELAYS: each is an https address/)
  })

  it('production does not start without witnesses, or with a quorum that they cannot reach [B-20.11]', () => {
    expect(() => readEnv({ ...PRODUCTION, WITNESSES: '' })).toThrow(
      new EnvError('WITNESSES is missing: no draw of a production shop counts without them.'),
    )
    expect(() => readEnv({ ...PRODUCTION, WITNESS_QUORUM: '3' })).toThrow(
      new EnvError('WITNESS_QUORUM=3 does not fit 2 in WITNESSES: it is more than half of them, and at most all.'),
    )
  })

  it('a witness is a key, an address and an owner; the quorum is more than half of them', () => {
    const three = ['a', 'b', 'c'].map(witness)
    expect(readEnv({ WITNESSES: three.join(';') })).toMatchObject({ WITNESSES: three, WITNESS_QUORUM: 2 })
    expect(readEnv({ WITNESSES: `${three.join('\n')}\n`, WITNESS_QUORUM: '3' }).WITNESSES).toEqual(three)
    for (const wrong of ['a.example https://a.example A', witness('a').replace(/ a$/, ''), 'hello'])
      expect(() => readEnv({ WITNESSES: wrong })).toThrow(/^WITNESSES: each is a verifier key, an address and an owner/)
    const quorums = [
      [three, '1'],
      [three, '4'],
      [[...three, witness('d')], '2'],
      [three.slice(2), '2'],
    ] as const
    for (const [witnesses, WITNESS_QUORUM] of quorums)
      expect(() => readEnv({ WITNESSES: witnesses.join(';'), WITNESS_QUORUM })).toThrow(/more than half of them/)
  })

  it.each([
    'https://shop.example',
    'http://shop.example',
    'https://192.0.2.7',
    'https://test',
    'https://127.0.0.1.example',
  ])('a demo at %s, which other machines reach, does not start', ORIGIN => {
    expect(() => readEnv({ ORIGIN })).toThrow(/ORIGIN is a public address.+MODE=production\.$/)
  })

  it.each(['http://127.0.0.1:3000', 'https://localhost:8443', 'http://[::1]:3000', 'https://shop.test'])(
    'a demo at %s starts, because no other machine reaches it',
    ORIGIN => {
      expect(readEnv({ ORIGIN }).ORIGIN).toBe(ORIGIN)
    },
  )
})

describe('the address that a demo listens on', () => {
  const OPEN_HOSTS = ['0.0.0.0', '::', '0', '192.168.1.20', '203.0.113.7', '::ffff:0.0.0.0', 'fe80::1', 'shop.example']
  const NEAR_LOOPBACK = ['127.1', '127.0.0.1.example', '128.0.0.1', 'localhost.example', '[::1]', ' 127.0.0.1', '::2']

  it.each([...OPEN_HOSTS, ...NEAR_LOOPBACK])('is refused when it is HOST=%s, with and without MODE=demo', HOST => {
    for (const MODE of ['', 'demo'])
      expect(() => readEnv({ HOST, MODE })).toThrow(
        /^HOST=.+ owner password: set MODE=production for a shop, DEMO_OPEN/,
      )
    expect(readEnv({ HOST, DEMO_OPEN_TO_NETWORK: 'on' }).HOST).toBe(HOST)
    expect(readEnv({ ...PRODUCTION, HOST }).HOST).toBe(HOST)
  })

  it.each(['', '127.0.0.1', '127.8.9.10', 'localhost', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    'is accepted when only this machine reaches it: HOST=%s',
    HOST => {
      expect(readEnv({ HOST }).HOST).toBe(HOST || '127.0.0.1')
    },
  )

  it('is opened by a switch that production refuses', () => {
    expect(readEnv({ ORIGIN: 'http://192.168.1.20:3000', DEMO_OPEN_TO_NETWORK: 'on' }).DEMO_OPEN_TO_NETWORK).toBe(true)
    expect(() => readEnv({ HOST: '0.0.0.0', DEMO_OPEN_TO_NETWORK: 'off' })).toThrow(/^HOST=0\.0\.0\.0/)
    expect(() => readEnv({ ...PRODUCTION, DEMO_OPEN_TO_NETWORK: 'on' })).toThrow(/DEMO_OPEN_TO_NETWORK=on is for demo/)
  })
})

it('a bucket needs all its keys', () => {
  const all = { S3_BUCKET: 'redoubt-pictures', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'long-enough' }
  expect(readEnv({ MODE: 'demo', ...all })).toMatchObject({ ...all, S3_REGION: 'us-east-1' })
  expect(() => readEnv({ MODE: 'demo', S3_BUCKET: 'redoubt-pictures' })).toThrow(
    'S3_ACCESS_KEY_ID is missing: a bucket needs its name and both keys.',
  )
})
