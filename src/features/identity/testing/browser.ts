import type { TestShop } from '#app/testing/shop.ts'
import type { Role } from '#kernel/rights.ts'

export const PASSWORD = 'Correct-Horse9!'
export const PERSON = {
  email: 'robin@example.com',
  password: PASSWORD,
  name: 'Robin Gale',
  phone: '(801) 555-0100',
  birthDate: '1990-05-17',
}

/** A separate browser: keeps cookies, sends them to their path, and sends an Origin header. */
export function openBrowser(shop: TestShop) {
  const cookies = new Map<string, string>()

  const post = (path: string, json?: unknown, headers: Record<string, string> = {}) => send('POST', path, json, headers)
  async function send(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await shop.call(path, {
      method,
      ...(json === undefined ? {} : { json }),
      headers: { origin: shop.services.origin, ...(cookie ? { cookie } : {}), ...headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value && !/max-age=0/i.test(line)) cookies.set(name!, value)
      else cookies.delete(name!)
    }
    return answer
  }

  const codeFor = async (email: string) => /\b\d{6}\b/.exec((await shop.outbox(email))[0]?.text ?? '')?.[0] ?? ''

  return {
    cookies,
    post,
    codeFor,
    register: (shopper: Partial<typeof PERSON> = {}) => post('/api/auth/register', { ...PERSON, ...shopper }),
    confirm: (email: string, code: string) => post('/api/auth/confirm', { email, code }),
    signIn: (email: string, password = PASSWORD) => post('/api/auth/login', { email, password }),
    token: () => post('/api/auth/token'),
    /** This browser with an ID token. */
    as: (idToken: string) => {
      const headers = { authorization: `Bearer ${idToken}` }
      return {
        get: (path: string) => send('GET', path, undefined, headers),
        post: (path: string, json: unknown = {}) => post(path, json, headers),
        remove: (path: string, json?: unknown) => send('DELETE', path, json, headers),
      }
    },
    /** Registers and confirms; this browser is signed in afterwards. */
    async join(email: string) {
      await post('/api/auth/register', { ...PERSON, email })
      const answer = await post('/api/auth/confirm', { email, code: await codeFor(email) })
      return answer.json as {
        user: { id: string; email: string; isAdmin: boolean; role: Role | null }
        idToken: string
      }
    },
  }
}

/** A code that differs from the given one. */
export const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')
