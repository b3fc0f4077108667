import { describe, expect, it } from 'vitest'
import { messageFault, plainSubject, plainText, subjectFault, typedText } from './rules.ts'

const UNSAFE = 'Invalid characters detected in your input'

describe('a subject and a message', () => {
  it.each([
    ['', 'Subject is required'],
    ['  \n ', 'Subject is required'],
    ['<>', 'Subject is required'],
    ['x'.repeat(101), 'Subject must be 100 characters or less'],
    [`javascript:${'x'.repeat(101)}`, 'Subject must be 100 characters or less'],
    ['x'.repeat(100), undefined],
    [` ${'x'.repeat(100)} `, undefined],
  ])('subject %j: %s [B-5.20]', (text, fault) => expect(subjectFault(text)).toBe(fault))

  it.each([
    ['', 'Message is required'],
    ['x'.repeat(2001), 'Message must be 2000 characters or less'],
    ['x'.repeat(2000), undefined],
  ])('message %#: %s [B-5.20]', (text, fault) => expect(messageFault(text)).toBe(fault))

  it.each([
    '<script>alert(1)</script>',
    'a </ScRiPt > b',
    'JavaScript : alert(1)',
    '<img src=x onerror = alert(1)>',
    'onclick="x"',
    '< iframe src=x>',
  ])('is refused for %j, wherever it is [B-5.21]', text => {
    expect(subjectFault(text)).toBe(UNSAFE)
    expect(messageFault(`before\n${text}\nafter`)).toBe(UNSAFE)
  })

  it.each([
    'The JavaScript of your page fails',
    'I turned it on = nothing',
    'Rock & roll, 5 > 3',
    'a script for a film',
  ])('subject and message accept %j', text => expect(messageFault(text)).toBeUndefined())
})

describe('a raw text', () => {
  it('a raw text is refused by its length before any pattern reads it, and may hold as much markup as text', () => {
    expect(messageFault(`<${' '.repeat(40_000)}x`)).toBe('Message must be 2000 characters or less')
    expect(subjectFault(`${'\v'.repeat(200)}x`)).toBe('Subject must be 100 characters or less')
    expect(messageFault(' '.repeat(40_000))).toBe('Message is required')
    expect(messageFault(`${'<'.repeat(2000)}${'x'.repeat(2000)}`)).toBeUndefined()
  })

  it.each(['< / script', '<\n/iframe', '</ script', '<script'])('%j is unsafe', text =>
    expect(messageFault(text)).toBe(UNSAFE),
  )
})

describe('while typing', () => {
  it('< and > and leading space are removed while typing, and space between two words stays [B-5.21]', () => {
    expect(typedText('  <b>two </b>')).toBe('btwo /b')
    expect(typedText('two ')).toBe('two ')
    expect(typedText('one\n\ntwo\u0000\u001b')).toBe('one\n\ntwo')
  })

  it('a text is trimmed at both ends when it is sent; a subject is one line', () => {
    expect(plainText(' two words \n')).toBe('two words')
    expect(plainSubject('one\r\nBcc: two')).toBe('one Bcc: two')
  })
})
