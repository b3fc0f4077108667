import type { Random } from './random.ts'

const DASH = '\u2014 '

type Path = (string | number)[]
export type Mutation = { name: string; json: string }

/** One random change of the text of a bundle, at one place: a byte replaced, left out, doubled or added, or two bytes swapped. */
export function mutateText(random: Random, json: string): Mutation {
  const bytes = Array.from(new TextEncoder().encode(json))
  const at = random.below(bytes.length)
  const ways = {
    flip: () => bytes.splice(at, 1, bytes[at]! ^ (1 << random.below(8))),
    replace: () => bytes.splice(at, 1, (bytes[at]! + 1 + random.below(255)) % 256),
    remove: () => bytes.splice(at, 1),
    double: () => bytes.splice(at, 0, bytes[at]!),
    add: () => bytes.splice(at, 0, random.below(256)),
    digit: () => bytes.splice(at, 1, 48 + random.below(10)),
    swap: () => bytes.splice(at, 2, ...bytes.slice(at, at + 2).toReversed()),
    cut: () => bytes.splice(at, 1 + random.below(40)),
  }
  const name = random.pick(Object.keys(ways) as (keyof typeof ways)[])
  ways[name]()
  // Bytes that are not UTF-8 are another text as well.
  const text = new TextDecoder().decode(Uint8Array.from(bytes))
  return text === json ? mutateText(random, json) : { name: `${name} byte ${at}`, json: text }
}

/** Every field of a bundle, each changed in every way that its type allows. */
export function mutateFields(json: string): Mutation[] {
  const mutations: Mutation[] = []
  for (const { path, value } of pathsOf(JSON.parse(json))) {
    for (const [index, other] of othersOf(value).entries()) {
      const root = { value: JSON.parse(json) }
      const parent = path.slice(0, -1).reduce<never>((part, key) => part[key] as never, root as never)
      const key = path.at(-1) as never
      if (other === undefined && Array.isArray(parent)) (parent as unknown[]).splice(key, 1)
      else if (other === undefined) delete parent[key]
      else (parent as Record<string, unknown>)[key] = other
      const text = JSON.stringify(root.value)
      if (text !== undefined && text !== json)
        mutations.push({ name: `${path.slice(1).join('.')} (${index})`, json: text })
    }
  }
  return mutations
}

function pathsOf(value: unknown, path: Path = ['value']): { path: Path; value: unknown }[] {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name)
  return [{ path, value }, ...parts.flatMap(([name, part]) => pathsOf(part, [...path, key(name)]))]
}

/** Undefined leaves the field out. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === 'number')
    return [undefined, null, value + 1, value - 1, value + 0.5, -value, 0, String(value), [value]]
  if (typeof value === 'string') return [undefined, null, 0, '', ...textsBeside(value)]
  if (Array.isArray(value))
    return [undefined, null, {}, [...value, ...value.slice(-1)], [...value, null], value.toReversed(), [value]]
  return [undefined, null, [], { ...(value as object), more: 1 }, [value]]
}

function textsBeside(text: string): string[] {
  const lines = text.split('\n')
  return [
    `${text} `,
    ` ${text}`,
    `${text}\n`,
    `${text}=`,
    text.toUpperCase(),
    text.slice(1),
    text.slice(0, -1),
    text.replaceAll('\n', '\r\n'),
    ...lines.map((_, index) => lines.toSpliced(index, 0, lines[index]!).join('\n')),
    ...lines.slice(1).flatMap((line, index) => {
      // The order of signature lines means nothing.
      if (line.startsWith(DASH) && lines[index]!.startsWith(DASH)) return []
      return [lines.toSpliced(index, 2, line, lines[index]!).join('\n')]
    }),
  ]
}
