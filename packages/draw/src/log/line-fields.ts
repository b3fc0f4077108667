import { base64Of, bytesOfBase64 } from '../bytes.ts'

/** Fields of texts of `key value` lines: each value has one text, and a parser throws on every other. */
export class InvalidText extends Error {}

export type Field<T> = { format(value: T): string; parse(text: string): T }
type Fields<T> = { [K in keyof T]: Field<T[K]> }
export type Text<T> = { format(value: T): string; parse(text: string): T }

/** A text of the line `first` and a line for each field, in the order of `fields`. */
export function lineText<T extends object>(first: string, fields: Fields<T>): Text<T> {
  const names = Object.keys(fields) as (keyof T & string)[]
  const parse = (text: string): T => {
    const lines = text.split('\n')
    if (lines[0] !== first || lines.length !== names.length + 2 || lines.at(-1) !== '')
      throw new InvalidText(`This is no text of ${first}.`)
    const values = names.map((name, index) => {
      const line = lines[index + 1]!
      if (!line.startsWith(`${name} `)) throw new InvalidText(`The line "${name}" of ${first} is missing.`)
      return [name, parseField(fields[name], line.slice(name.length + 1), `${name} of ${first}`)]
    })
    return Object.fromEntries(values)
  }
  const format = (value: T): string => {
    const lines = names.map(name => `${name} ${fields[name].format(value[name])}\n`)
    const text = `${first}\n${lines.join('')}`
    parse(text)
    return text
  }
  return { format, parse }
}

function parseField<T>(field: Field<T>, text: string, name: string): T {
  const value = field.parse(text)
  if (field.format(value) !== text) throw new InvalidText(`The value of ${name} has another form.`)
  return value
}

function matching(pattern: RegExp): Field<string> {
  const parse = (text: string) => {
    if (!pattern.test(text)) throw new InvalidText('A value has another form.')
    return text
  }
  return { format: text => text, parse }
}

export const id = matching(/^[\x21-\x7e]{1,100}$/)
/** An origin or a verifier key. */
export const key = matching(/^[\x21-\x7e]{1,500}$/)
export const hash = matching(/^[0-9a-f]{64}$/)
export const signature = matching(/^[0-9a-f]{96}$/)
export const word = matching(/^[a-z][a-z0-9_-]{0,39}$/)
export const day = matching(/^\d{4}-\d\d-\d\d$/)
export const base64: Field<string> = { format: text => text, parse: text => base64Of(bytesOfBase64(text)) }

export const count: Field<number> = {
  format: value => String(value),
  parse: text => {
    if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw new InvalidText('A number has another form.')
    return Number(text)
  },
}

/** A value that may be missing is written as `none`, or as another word. */
export function optional<T>(field: Field<T>, missing = 'none'): Field<T | null> {
  return {
    format: value => (value === null ? missing : field.format(value)),
    parse: text => (text === missing ? null : field.parse(text)),
  }
}

export const counts: Field<number[]> = {
  format: values => (values.length > 0 ? values.join(' ') : 'none'),
  parse: text => (text === 'none' ? [] : text.split(' ').map(count.parse)),
}

/** Two values of one line, with a space between. */
export function pair<A extends string, B extends string>(
  first: A,
  second: B,
): Field<Record<A, number> & Record<B, string>> {
  return {
    format: value => `${value[first]} ${value[second]}`,
    parse: text => {
      const [size, root, ...more] = text.split(' ')
      if (!size || !root || more.length > 0) throw new InvalidText('A line has two values.')
      return { [first]: count.parse(size), [second]: hash.parse(root) } as Record<A, number> & Record<B, string>
    },
  }
}
