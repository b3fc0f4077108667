import { describe, expect, it } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const PRODUCTION = {
  MODE: 'production',
  DATABASE_URL: 'postgres://shop@db.test/shop',
  ORIGIN: 'https://shop.test',
  AUTH_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://mail.test',
}

describe('the environment', () => {
  it('needs nothing in demo mode', () => {
    expect(readEnv({})).toMatchObject({ MODE: 'demo', PORT: 3000, ROLE: 'all', DATA_DIR: './.data', RATE_LIMITS: true })
  })

  it('takes an empty setting for an absent one', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '' }).DATABASE_URL).toBeUndefined()
  })

  it('names what is wrong in a sentence each', () => {
    expect(() => readEnv({ PORT: 'seven', ROLE: 'boss' })).toThrow(/PORT: .+\. ROLE: .+\./)
  })

  it.each(Object.keys(PRODUCTION).filter(name => name !== 'MODE'))(
    'refuses production without %s, by name',
    missing => {
      expect(() => readEnv({ ...PRODUCTION, [missing]: '' })).toThrow(
        new EnvError(`${missing} is missing: production needs it.`),
      )
    },
  )

  it('refuses production without rate limits', () => {
    expect(() => readEnv({ ...PRODUCTION, RATE_LIMITS: 'off' })).toThrow(/demo mode only/)
    expect(readEnv(PRODUCTION).MODE).toBe('production')
  })

  it.each([
    'https://shop.example',
    'http://shop.example',
    'https://192.0.2.7',
    'https://test',
    'https://127.0.0.1.example',
  ])('refuses a demo at %s, which others reach', ORIGIN => {
    expect(() => readEnv({ ORIGIN })).toThrow(/ORIGIN is a public address.+MODE=production\.$/)
  })

  it.each(['http://127.0.0.1:3000', 'https://localhost:8443', 'http://[::1]:3000', 'https://shop.test'])(
    'takes a demo at %s, which nobody else reaches',
    ORIGIN => {
      expect(readEnv({ ORIGIN }).ORIGIN).toBe(ORIGIN)
    },
  )
})
