import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Mail, TxtAnswer } from '#kernel/ports/mail.ts'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { isPublicDomain } from './public-domain.ts'
import { readSenderChecks } from './queries.server.ts'

const rsa = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const [LONG, SHORT] = [rsa(2048), rsa(512)]
const ED25519 = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(12)

/** Records by name; a word in place of them is the state of the answer. */
type Zone = Record<string, readonly string[] | 'absent' | 'silent'>
const SPF = 'v=spf1 include:_spf.mail.example ~all'
const FINE: Zone = {
  'shop.com': ['some-site-verification=1', SPF],
  's1._domainkey.shop.com': [`v=DKIM1; k=rsa; p=${LONG}`],
  '_dmarc.shop.com': ['v=DMARC1; p=reject; rua=mailto:dmarc@shop.com'],
}

type Options = { zone?: Zone; address?: string; selector?: string | null; server?: string }
const asked: string[] = []
async function checks({
  zone = {},
  address = 'hello@shop.com',
  selector = 's1',
  server = 'smtp.mail.example',
}: Options) {
  asked.length = 0
  const all = { ...FINE, ...zone }
  const mail: Mail = {
    from: undefined,
    server,
    async readTxt(name): Promise<TxtAnswer> {
      asked.push(name)
      const found = all[name] ?? []
      return typeof found === 'string' ? { state: found } : { state: 'found', records: found }
    },
  }
  const sender = { name: null, address, dkimSelector: selector }
  const answer = await readSenderChecks({ mail, settings: { ...DEFAULT_SETTINGS, sender } })
  return Object.fromEntries(answer.checks.map(({ id, ...said }) => [id, said]))
}

it('a domain whose records are in order passes, with what only a test e-mail shows [B-13.118]', async () => {
  expect(await checks({})).toEqual({
    spf: {
      state: 'ok',
      message: 'The SPF record of shop.com names include:_spf.mail.example, the domain of your mail server.',
    },
    dkim: {
      state: 'ok',
      message:
        'The DKIM key at s1._domainkey.shop.com is in place (RSA, 2048 bits). Whether your mail server signs with it, only a test e-mail shows.',
    },
    dmarc: {
      state: 'ok',
      message:
        'The DMARC record at _dmarc.shop.com asks receivers to refuse (p=reject) what neither SPF nor DKIM proves.',
    },
  })
  expect(asked).toEqual(['shop.com', 's1._domainkey.shop.com', '_dmarc.shop.com'])
})

describe('the SPF record of a sender', () => {
  const states: [string, readonly string[] | 'silent', string, RegExp][] = [
    ['is missing', [], 'warning', /^shop\.com has no SPF record\./],
    ['is of another kind', ['v=spf10 ~all', 'spf2.0/pra ~all'], 'warning', /no SPF record/],
    ['is there twice', [SPF, 'v=spf1 mx -all'], 'failed', /^shop\.com has 2 SPF records, and receivers take none/],
    ['lets all send', ['v=spf1 mx +all'], 'warning', /every server send in its name \(\+all\)/],
    ['lets all send without a sign', ['v=spf1 all'], 'warning', /\+all/],
    ['lets none send', ['v=spf1 -all'], 'failed', /names no server that may send/],
    ['takes back what it names', ['v=spf1 -ip4:192.0.2.1 ~all'], 'failed', /names no server/],
    ['ends with nothing', ['v=spf1 mx'], 'warning', /refuses no other server/],
    ['ends neutrally', ['v=spf1 mx ?all'], 'warning', /refuses no other server/],
    ['has an error', ['v=spf1 ipv4:192.0.2.1 ~all'], 'failed', /a part that receivers refuse: ipv4:192\.0\.2\.1$/],
    ['asks too often', [`v=spf1 ${'include:a.example '.repeat(11)}~all`], 'failed', /makes receivers ask 11 times/],
    [
      'names another company',
      ['V=SPF1 include:_spf.google.com -all'],
      'ok',
      /names include:_spf\.google\.com\. Whether/,
    ],
    [
      'redirects',
      ['v=spf1 redirect=_spf.mail.example'],
      'ok',
      /names redirect=_spf\.mail\.example, the domain of your/,
    ],
    [
      'names networks',
      ['v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a:x.example mx -all'],
      'ok',
      /, a:x\.example and 1 more\./,
    ],
    ['does not answer', 'silent', 'warning', /^The DNS of shop\.com could not be asked/],
  ]
  it.each(states)('%s [B-13.118]', async (_, records, state, message) => {
    expect((await checks({ zone: { 'shop.com': records } })).spf).toEqual({
      state,
      message: expect.stringMatching(message),
    })
  })

  it('a mail server whose name only ends alike is not the one that the record names', async () => {
    expect((await checks({ server: 'smtp.evilmail.example' })).spf!.message).toContain('Whether your mail server')
  })
})

describe('the DKIM key of a sender', () => {
  const states: [string, readonly string[] | 'silent' | 'absent', string, RegExp][] = [
    ['is missing', [], 'failed', /^There is no DKIM key at s1\._domainkey\.shop\.com\./],
    ['has no name in DNS', 'absent', 'failed', /no DKIM key/],
    ['is another text', ['google-site-verification=1'], 'failed', /no DKIM key/],
    ['is revoked', ['v=DKIM1; p='], 'failed', /is revoked: its p= is empty/],
    ['is there twice', [`p=${LONG}`, `p=${LONG}`], 'failed', /There are 2 DKIM keys/],
    ['was cut', [`v=DKIM1; p=${LONG.slice(0, 200)}`], 'failed', /cannot be read/],
    ['is no base64', ['v=DKIM1; p=<key>'], 'failed', /cannot be read/],
    ['is short', [`v=DKIM1; p=${SHORT}`], 'failed', /has 512 bits\. Receivers take 1024 or more/],
    [
      'is of an unknown kind',
      [`v=DKIM1; k=rsa2; p=${LONG}`],
      'failed',
      /of a kind that receivers do not read: DKIM1, rsa2/,
    ],
    ['is of another version', [`v=DKIM2; p=${LONG}`], 'failed', /no DKIM key|do not read/],
    ['is for other services', [`v=DKIM1; s=tlsrpt; p=${LONG}`], 'failed', /is not for e-mails: tlsrpt/],
    ['is being tested', [`v=DKIM1; t=s:y; p=${LONG}`], 'warning', /being tested \(t=y\)/],
    ['is short to write', [`p=${LONG}`], 'ok', /RSA, 2048 bits/],
    ['has spaces', [`v=DKIM1; p=${LONG.slice(0, 90)} ${LONG.slice(90)}`], 'ok', /in place/],
    ['is of Ed25519', [`v=DKIM1; k=ed25519; p=${ED25519.toString('base64')}`], 'ok', /\(Ed25519\)/],
    ['does not answer', 'silent', 'warning', /could not be asked/],
  ]
  it.each(states)('%s [B-13.118]', async (_, records, state, message) => {
    const { dkim } = await checks({ zone: { 's1._domainkey.shop.com': records } })
    expect(dkim).toEqual({ state, message: expect.stringMatching(message) })
  })

  it('is not asked for without a selector [B-13.118]', async () => {
    expect((await checks({ selector: null })).dkim).toEqual({
      state: 'warning',
      message: expect.stringContaining('is not checked without a selector'),
    })
    expect(asked).toEqual(['shop.com', '_dmarc.shop.com'])
  })
})

describe('the DMARC policy of a sender', () => {
  const policy = (record: string) => ({ '_dmarc.shop.com': [record] })
  const noKey: Zone = { 's1._domainkey.shop.com': [] }
  const states: [string, Zone, string, RegExp][] = [
    ['is missing', { '_dmarc.shop.com': [] }, 'warning', /^shop\.com has no DMARC record\. .*“v=DMARC1; p=none”/],
    ['has no name in DNS', { '_dmarc.shop.com': 'absent' }, 'warning', /no DMARC record/],
    [
      'is there twice',
      { '_dmarc.shop.com': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] },
      'warning',
      /has 2 DMARC records/,
    ],
    ['only watches', policy('v=DMARC1; p=none'), 'warning', /only watches \(p=none\)/],
    ['sets aside', policy('v=DMARC1;p=quarantine;pct=50'), 'ok', /set aside as spam \(p=quarantine\)/],
    ['is not read', policy('v=DMARC1; p=rejekt'), 'warning', /no policy that receivers read: rejekt$/],
    ['says none', policy('v=DMARC1; rua=mailto:x@shop.com'), 'warning', /p= is missing/],
    ['refuses without any proof', { ...noKey, 'shop.com': [] }, 'failed', /and shop\.com has neither in order/],
    ['refuses with one proof', noKey, 'ok', /refuse \(p=reject\)/],
    ['refuses before a proof is known', { ...noKey, 'shop.com': 'silent' }, 'warning', /no proof was found yet/],
    ['does not answer', { '_dmarc.shop.com': 'silent' }, 'warning', /The DNS of _dmarc\.shop\.com could not be asked/],
  ]
  it.each(states)('%s [B-13.118]', async (_, zone, state, message) => {
    expect((await checks({ zone })).dmarc).toEqual({ state, message: expect.stringMatching(message) })
  })

  const BELOW: Zone = {
    'mail.shop.com': [SPF],
    's1._domainkey.mail.shop.com': [`p=${LONG}`],
    '_dmarc.shop.com': ['v=DMARC1; p=reject; sp=none'],
  }
  it('of a domain above holds by its policy for subdomains [B-13.118]', async () => {
    expect((await checks({ address: 'hello@mail.shop.com', zone: BELOW })).dmarc!.message).toContain('(p=none)')
    const own = { ...BELOW, '_dmarc.mail.shop.com': ['v=DMARC1; p=reject'] }
    expect((await checks({ address: 'hello@mail.shop.com', zone: own })).dmarc!.state).toBe('ok')
  })

  it('a long domain asks for five policies at most', async () => {
    await checks({ address: 'hello@a.b.c.d.e.f.g.shop.com' })
    expect(asked.filter(name => name.startsWith('_dmarc.'))).toEqual([
      '_dmarc.a.b.c.d.e.f.g.shop.com',
      '_dmarc.e.f.g.shop.com',
      '_dmarc.f.g.shop.com',
      '_dmarc.g.shop.com',
      '_dmarc.shop.com',
    ])
  })
})

describe('the domain of a sender', () => {
  it.each([
    'shop.test',
    'shop.example',
    'localhost',
    'mail.local',
    'shop.internal',
    'example.com',
    'a.b.c.home.arpa',
    '10.0.0.1',
    'shop.123',
    'intranet',
  ])('%s is not public, and no server is asked about it [B-13.118]', async domain => {
    expect(isPublicDomain(domain)).toBe(false)
    expect(await checks({ address: `hello@${domain}` })).toEqual({
      domain: {
        state: 'failed',
        message: `${domain} is not a domain of the public internet. No receiver can check it.`,
      },
    })
    expect(asked).toEqual([])
  })
  it.each(['shop.com', 'mail.shop.co.uk', 'xn--mller-kva.de', 'contest.org', 'a.xn--p1ai'])('%s is public', domain =>
    expect(isPublicDomain(domain)).toBe(true),
  )
  it('that does not exist is said once [B-13.118]', async () => {
    expect(await checks({ zone: { 'shop.com': 'absent' } })).toEqual({
      domain: { state: 'failed', message: 'The domain shop.com does not exist in DNS.' },
    })
  })
})

it('a hostile answer of DNS makes no long sentence and no character of its own [B-13.118]', async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `v=spf1 ${'a'.repeat(n % 50)}\u0000\u202e<script>`)
  const huge = `v=spf1 ${'include:x.example '.repeat(100_000)}`
  const markup = 'v=spf1 <img/src=x/onerror=alert(1)>\u202e\u0007 ~all'
  for (const records of [many, [huge], [markup], [`v=spf1 ${'('.repeat(60_000)}`]]) {
    const zone = {
      'shop.com': records,
      's1._domainkey.shop.com': [`v=DKIM1; k=${'x'.repeat(60_000)}; p=${'A'.repeat(60_000)}`],
      '_dmarc.shop.com': [`v=DMARC1; p=${'\u202e'.repeat(60_000)}`, 'x'.repeat(60_000)],
    }
    for (const { message } of Object.values(await checks({ zone }))) {
      expect(message.length).toBeLessThan(250)
      expect(message).toMatch(/^[\x20-\x7e“”…]*$/)
    }
  }
})
