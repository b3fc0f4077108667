import { invalid } from './faults.ts'

export type Form = { [name: string]: FormValue }
export type FormValue = string | Form | FormValue[]

const MAX_FIELDS = 2000
const MAX_DEPTH = 8
const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Parses a form-encoded body in Stripe's notation: `a[b][0][c]=v`, `expand[]=x`.
 * @returns nested plain objects and lists; every value is text.
 * @throws Fault for an invalid name or too many fields.
 */
export function readForm(text: string): Form {
  const form: Form = emptyForm()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FIELDS) throw invalid('Too many parameters.')
    put(form, pathOf(name), value)
  }
  return listed(form) as Form
}

// Without a prototype, so that a field named `__proto__` is an ordinary field.
const emptyForm = (): Form => Object.create(null) as Form

function pathOf(name: string): string[] {
  const match = NAME.exec(name)
  if (!match) throw invalid(`Invalid parameter name: ${name.slice(0, 80)}`, { param: name.slice(0, 80) })
  const path = [match[1]!, ...[...match[2]!.matchAll(/\[([^[\]]*)\]/g)].map(part => part[1]!)]
  if (path.length > MAX_DEPTH) throw invalid(`Parameters are nested too deeply: ${path[0]}`, { param: path[0]! })
  return path
}

function put(form: Form, path: string[], value: string): void {
  let at = form
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) {
      at[name] = value
      return
    }
    const next = at[name] ?? emptyForm()
    if (typeof next !== 'object') throw invalid(`Invalid hash: ${path[0]}`, { param: path[0]! })
    at[name] = next
    at = next as Form
  }
}

/** Converts `{0: …, 1: …}` to lists, recursively. */
function listed(value: FormValue): FormValue {
  if (typeof value === 'string') return value
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([name]) => /^\d{1,4}$/.test(name))
  if (isList) return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, item]) => listed(item))
  const form = emptyForm()
  for (const [name, item] of entries) form[name] = listed(item)
  return form
}
