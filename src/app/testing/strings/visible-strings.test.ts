import { describe, expect, it } from 'vitest'
import { FIXED_TEXTS } from './fixed-texts.ts'
import { stringsIn, visibleStrings } from './visible-strings.ts'

const STRINGS = visibleStrings()
const TEXTS = STRINGS.map(({ text }) => text)

/** Words of an odd English, which users have to read twice. */
const BANNED =
  /\b(anew|meanwhile|whoever|somebody|everybody|anybody|nobody|by itself|by themselves|any more|one’s own|written alike|by the clock|reckoned|hear of)\b/i

/** Versions of the legal texts stay as they were accepted; the verifiers have the same sentences in JavaScript and in Python. */
const AS_WRITTEN =
  /^src\/features\/legal-texts\/shipped\/|^packages\/draw\/|^src\/features\/dev-gallery\/|\/seed(\.server)?[./]/

describe('the list of visible strings', () => {
  it('has texts of screens, labels, error tables, e-mails, messages, receipts and verifiers [B-2.104]', () => {
    const kinds = (text: string) => STRINGS.filter(found => found.text === text).map(({ kind }) => kind)
    expect(kinds('Your cart is empty')).toContain('title')
    expect(kinds('Skip to content')).toContain('text')
    expect(kinds('{name}, home')).toContain('aria-label')
    expect(kinds('Name, email or phone')).toContain('hint')
    expect(kinds('All slots have been reserved!')).toContain('conflict')
    expect(kinds('Your {settings.brand.name} password was changed')).toContain('subject')
    for (const text of [
      'Earns {creditWords(entries, tier)}',
      'Msg&data rates may apply. Reply STOP to unsubscribe.',
      'This is a test notification from {shop}',
      'Paid after refunds',
      'Your receipt does not hold',
    ])
      expect(TEXTS).toContain(text)
  })

  it('names the line of each string and joins a sentence that runs through inner elements', () => {
    const source = `const A = () => (\n  <p title="Your cart" className="flex gap-2">\n    You have <b>{n}</b> credits. <a href="/x">Spend them</a>\n  </p>\n)`
    expect(stringsIn('a.tsx', source)).toEqual([
      { text: 'You have {n} credits. Spend them', kind: 'text', file: 'a.tsx', line: 2 },
      { text: 'Your cart', kind: 'title', file: 'a.tsx', line: 2 },
    ])
  })

  it('leaves out code: imports, comparisons, class lists, statements, names of models, messages of exceptions and of the log', () => {
    const source = `import a from 'Some thing'
      const list = kind === 'Not shown' ? sql\`select A thing from b\` : cell('flex min-h-11 gap-2')
      const Coupon = model('Coupon', {})
      log.warn('The worker waits'); throw new Error('The row is gone')`
    expect(stringsIn('a.ts', source)).toEqual([])
  })

  it('has no wording that must be read twice [B-2.104]', () => {
    const odd = STRINGS.filter(
      ({ text, file }) => BANNED.test(text.replace(/\{[^}]*\}/g, '')) && !AS_WRITTEN.test(file),
    )
    expect(odd.map(({ text, file, line }) => `${file}:${line} ${text}`)).toEqual([])
  })

  it('has every fixed text to the letter [B-2.105]', () => {
    const plain = TEXTS.map(text => text.replace(/\{[^}]*\}/g, '{}'))
    expect(FIXED_TEXTS.filter(fixed => !plain.some(text => text.includes(fixed)))).toEqual([])
  })
})
