import type { Kind, Kinds } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import { invalid } from './faults.ts'

const MAX_DEPTH = 4

/**
 * Replaces ids with objects, as `expand` names them: `payment_intent.latest_charge`, `data.customer`. Adds fields that are omitted by
 * default, such as `line_items`.
 * @throws Fault for a path that cannot be expanded.
 */
export async function expanded(work: Work, body: object, paths: string[]): Promise<object> {
  const copy = paths.length > 0 ? structuredClone(body) : body
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH)
      throw invalid('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    await expandIn(work, copy as Record<string, unknown>, parts, path)
  }
  return copy
}

async function expandIn(work: Work, object: Record<string, unknown>, parts: string[], path: string): Promise<void> {
  const [name, ...rest] = parts
  const value = name! in object ? object[name!] : await included(work, object, name!)
  if (value === undefined) throw cannot(path)
  if (value === null) return
  const next = typeof value === 'string' ? await shown(work, value, path) : value
  object[name!] = next
  if (rest.length === 0) return
  const targets: unknown[] = Array.isArray(next) ? next : [next]
  await work.load(targets.map(target => namedId(target, rest[0]!)))
  for (const target of targets) {
    if (typeof target !== 'object' || target === null) throw cannot(path)
    await expandIn(work, target as Record<string, unknown>, rest, path)
  }
}

/** The id of what `name` expands to, so that one call loads it for all objects of a list. */
function namedId(target: unknown, name: string): string | null {
  const fields = (target ?? {}) as Record<string, unknown>
  const id = name in fields ? fields[name] : fields.id
  return typeof id === 'string' ? id : null
}

const cannot = (path: string) => invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })

async function shown(work: Work, id: string, path: string): Promise<Kinds[Kind]> {
  await work.load([id])
  const row = work.any(id)
  if (!row) throw cannot(path)
  return structuredClone(row.data)
}

/** Parts of an object that are stored with the object and included on request. */
async function included(work: Work, object: Record<string, unknown>, name: string): Promise<unknown> {
  if (typeof object.id !== 'string' || typeof object.object !== 'string') return undefined
  await work.load([object.id])
  const part = work.any(object.id)?.hidden.includable?.[name]
  return part && structuredClone(part)
}
