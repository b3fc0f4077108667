import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { wcagContrast } from 'culori'
import { describe, expect, it } from 'vitest'
import { openGivingShop } from '#features/giveaways/testing/giving.ts'
import { openBrowser } from '#features/identity/testing/browser.ts'
import type { Email } from '#features/notifications/email.ts'
import { renderEmail } from '#features/notifications/render-email.server.ts'
import { shoppingIn } from '#features/orders/testing/shopping.ts'
import type { Context } from '#kernel/context.ts'

const SCRIPT = '<script>alert("x")</script>'
const SHOWN = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;'

/** Words that users write. Other texts of a preview choose between sentences, or are addresses. */
const TYPED = /^(name|title|reason|subject|message|text|body|answer|address|device|carrier|phone|benefits)$/

/** A preview with `words` in place of everything that users write. */
const typed = (value: unknown, words: string, key = ''): unknown => {
  if (typeof value === 'string') return TYPED.test(key) ? words : value
  if (Array.isArray(value)) return value.map(part => typed(part, words, key))
  if (!value || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, typed(part, words, name)]))
}
const hostile = (preview: unknown) => typed(preview, SCRIPT)

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
const decode = (text: string) => text.replace(/&(?:lt|gt|quot|#39|amp);/g, entity => ENTITIES[entity]!)
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)
/** The words that a reader of the HTML sees: tags in a line separate no words. */
const shownWords = (html: string) => {
  const body = html.slice(html.indexOf('<body')).replace(/<\/?(?:a|strong)\b[^>]*>/g, '')
  return wordsOf(decode(body.replace(/<[^>]*>/g, ' ')))
}
const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => decode(address!))

/** E-mails whose amounts are no price of goods: memberships, which have no fee; refunds, disputes and payments as a whole. */
const WITHOUT_GOODS = /^membership\/|^disputes\/| › (?:lostOrder|cancelled|refunded)Email$/

/** The brand's picture. */
const HEAD = /<p class="brand">(?:(?!<\/p>).)*<\/p>/

type Definition = ((ctx: Context, data: unknown) => Email) & { preview: unknown }

const FEATURES = join(import.meta.dirname, '../../features')
const isDefinition = (value: unknown): value is Definition => typeof value === 'function' && 'preview' in value

/** Every e-mail of the shop by its name, from all files that define one. */
async function definitions(): Promise<Map<string, Definition>> {
  const found = new Map<string, Definition>()
  for await (const file of glob('**/*.ts', { cwd: FEATURES })) {
    const declared = readFileSync(join(FEATURES, file), 'utf8').match(/= defineEmail\(/g)?.length ?? 0
    if (declared === 0) continue
    const exported = Object.entries(await import(join(FEATURES, file))).filter(([, value]) => isDefinition(value))
    expect(exported, `${file} exports each e-mail that it declares`).toHaveLength(declared)
    for (const [name, value] of exported) found.set(`${file} › ${name}`, value as Definition)
  }
  return found
}

const giving = await openGivingShop()
const all = await definitions()

const written = (change: (preview: unknown) => unknown = preview => preview) =>
  Promise.all(
    [...all].map(async ([name, write]) => ({
      name,
      ...(await renderEmail(giving.shop.system, write(giving.shop.system, change(write.preview)))),
    })),
  )

describe('every e-mail', () => {
  it('has a text part with the words and link addresses of its HTML', async () => {
    expect(all.size).toBeGreaterThan(45)
    for (const { name, html, text } of await written()) {
      const inText = decode(text).replace(/\s+/g, ' ')
      const missing = [...shownWords(html), ...linksOf(html)].filter(word => !inText.includes(word))
      expect(missing, name).toEqual([])
    }
  })

  it('has a text part without words that the HTML does not show', async () => {
    for (const { name, html, text } of await written()) {
      const shown = `${shownWords(html).join(' ')} ${linksOf(html).join(' ')} -- >`
      expect(
        wordsOf(text).filter(word => !shown.includes(word.replace(/:$/, ''))),
        name,
      ).toEqual([])
    }
  })

  it('has a subject, is under 100 KB, loads no picture but the brand’s, and its text has no markup', async () => {
    for (const { name, subject, html, text } of await written()) {
      expect(subject.trim(), name).not.toBe('')
      expect(Buffer.byteLength(html) + Buffer.byteLength(text), name).toBeLessThan(100_000)
      expect(html.replace(HEAD, ''), name).not.toMatch(/<img|<script|<link|url\(|undefined|\[object/)
      expect(text, name).not.toMatch(
        /&(?:[a-z]+|#\d+);|<\/?(?:p|a|br|td|tr|table|pre|strong|h1|div)\b|undefined|\[object/,
      )
    }
  })

  it('shows markup in the words of users as text', async () => {
    for (const { name, html, text } of await written(hostile)) {
      expect(html, name).not.toMatch(/<script|javascript:/i)
      if (html.includes('alert(')) expect(text, name).toContain(SCRIPT)
    }
    expect((await written(hostile)).filter(({ text }) => text.includes(SCRIPT)).length).toBeGreaterThan(35)
  })

  it('names the fee where it names the price of goods [B-15.9]', async () => {
    const naming = (await written()).filter(({ subject, text }) => /\$\d/.test(subject + text))
    const bare = naming.filter(({ subject, text }) => !/platform fee/i.test(subject + text))
    expect(bare.map(({ name }) => name).filter(name => !WITHOUT_GOODS.test(name))).toEqual([])
    expect(naming.length).toBeGreaterThan(bare.length)
  })

  it('has one full stop where a sentence ends with words of users that end with one', async () => {
    const doubled = (await written(preview => typed(preview, 'Mark & Co.'))).flatMap(({ name, text }) =>
      text.split('\n').flatMap(line => (line.includes('Co..') ? [`${name}: ${line}`] : [])),
    )
    expect(doubled).toEqual([])
  })

  it('has the brand’s picture with whole address, width and name, and no SVG [B-1.29]', async () => {
    const picturesIn = (html: string) => [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag)
    const check = async (count: number, alt: string) => {
      for (const { name, html } of await written()) {
        const pictures = picturesIn(html)
        expect(pictures, name).toHaveLength(count)
        for (const picture of pictures) {
          expect(picture, name).toMatch(/ src="http:\/\/shop\.test\/[^"]*\.png(\?v=[\w-]+)?"/)
          expect(picture, name).toMatch(/ width="\d+" height="\d+"/)
          expect(picture, name).toContain(` alt="${alt}"`)
        }
        expect(html, name).not.toMatch(/\.svg|src="\/|\.webp/)
      }
    }
    await check(1, 'Redoubt')
    const { shop } = giving
    const address = (key: string) => `/files/brand/${key.repeat(24)}-800x200.png`
    await shop.services.db
      .insertInto('picture')
      .values(
        ['a', 'b'].map(key => ({
          ...{
            key: `brand/${key.repeat(24)}-800x200`,
            width: 800,
            height: 200,
            placeholder: 'data:image/webp;base64,',
          },
          created_at: shop.clock.now(),
        })),
      )
      .execute()
    await shop.changeSettings({
      brand: { name: 'Tom & "Co"', mark: null, logoLight: address('a'), logoDark: address('b') },
    })
    await check(2, 'Tom &amp; &quot;Co&quot;')
    const [first] = await written()
    expect(first!.html).toContain(`${address('a')}" alt="Tom &amp; &quot;Co&quot;" width="192" height="48"`)
    await shop.changeSettings({ brand: { logoLight: null, logoDark: null } })
    await check(1, 'Tom &amp; &quot;Co&quot;')
    await shop.changeSettings({ brand: { name: 'Redoubt', mark: '/icons/icon-512.png' } })
  })

  it('has the accent of the settings, with contrast on the grounds of e-mails [B-1.25]', async () => {
    const { shop } = giving
    const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)![1]!
    const [usual] = await written()
    for (const accent of ['#1f6feb', '#6f2f6b', '#2f6f4f', '#7a7a7a']) {
      await shop.changeSettings({ brand: { accent } })
      const [light, dark] = styleOf((await written())[0]!.html).split('@media') as [string, string]
      expect(light + dark).not.toMatch(/c8642b|b4531c|9e4413/)
      expect(styleOf(usual!.html)).toContain('#b4531c')
      for (const [style, ground] of [
        [light, '#f6f3ec'],
        [dark, '#16180f'],
      ] as const) {
        const [, link] = /(?:^|\})a\{color:(#\w{6})/m.exec(style)!
        const [, fill] = /\.action a\{[^}]*background:(#\w{6})/.exec(style)!
        const [, ink] = /\.action a\{[^}]*[;{]color:(#\w{6})/.exec(style)!
        expect(wcagContrast(link!, ground), `${accent} ${link}`).toBeGreaterThanOrEqual(4.5)
        expect(wcagContrast(fill!, ground), `${accent} ${fill}`).toBeGreaterThanOrEqual(3)
        expect(wcagContrast(ink!, fill!), `${accent} ${ink}`).toBeGreaterThanOrEqual(4.5)
      }
    }
    await shop.changeSettings({ brand: { accent: '#c8642b' } })
  })

  it('is readable in dark mode', async () => {
    for (const { name, html } of await written()) {
      expect(html, name).toContain('<meta name="color-scheme" content="light dark">')
      expect(html, name).toContain('@media(prefers-color-scheme:dark)')
    }
  })
})

it('quotes an earlier message below the answer to it', async () => {
  const write = all.get('support/desk/emails.server.ts › answerEmail')!
  const { html, text } = await renderEmail(giving.shop.system, write(giving.shop.system, write.preview))
  expect(html).toContain('<blockquote')
  expect(text).toBe(`Hello Sam,

a new one is on its way.

Redoubt. Hold the line.

--

To continue, write under Support on any page while you are signed in. You are sam@example.com there.

You wrote:
> It tore.
`)
})

/** Expects user input as text in the e-mail, and only the shop's own markup. */
async function expectText(to: string, subject: RegExp) {
  await giving.shop.settleJobs()
  const mail = (await giving.shop.outbox(to)).find(message => subject.test(message.subject))
  expect(mail, `${subject} to ${to}`).toBeDefined()
  expect(mail!.html).toContain(SHOWN)
  expect(mail!.html!.replace(HEAD, '')).not.toMatch(/<script|<img|javascript:/i)
  expect(mail!.text).toContain(SCRIPT)
}

it('names with scripts in them come out as text in the e-mails of an account [B-9.44]', async () => {
  const email = 'scripted@example.com'
  await openBrowser(giving.shop).register({ email, name: SCRIPT })
  // The registrant may not own this address, so the e-mail does not contain the registrant's name.
  const code = (await giving.shop.outbox(email)).find(({ subject }) => /confirmation code/.test(subject))
  expect(`${code!.html} ${code!.text}`).not.toContain('alert')
  const user = await giving.shop.addUser({ name: SCRIPT })
  await giving.shop.call('/api/auth/forgot-password', {
    json: { email: user.email },
    headers: { origin: 'http://shop.test' },
  })
  await expectText(user.email, /reset code/)
  await openBrowser(giving.shop).register({ email: user.email })
  await expectText(user.email, /already have/)
})

it('names of goods with scripts in them come out as text in the receipt [B-9.44]', async () => {
  const shopping = shoppingIn(giving.shop)
  const user = await giving.shop.addUser()
  const { item } = await shopping.addProduct({ name: SCRIPT })
  const { json: session } = await shopping.checkout(user, [item])
  await shopping.pay(session.url)
  await giving.shop.call(`/api/payments/verify-session?session_id=${session.id}`, { as: user })
  await expectText(user.email, /^Your Redoubt order/)
})

it('titles of giveaways and names of winners with scripts in them come out as text [B-9.44]', async () => {
  const user = await giving.shop.addUser({ name: SCRIPT, credits: { Bronze: 1 } })
  const giveaway = await giving.addGiveaway({ title: SCRIPT })
  expect((await giving.enter(giveaway, user, { slots: [3] })).status).toBe(200)
  await giving.endedDaysAgo(giveaway, 9)
  await giving.drawDue()
  await expectText(user.email, /^The list is sealed/)
  await expectText(user.email, /^You won/)
})
