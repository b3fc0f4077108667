import { type VisibleString, visibleStrings } from './visible-strings.ts'

/** `npm run strings`: writes each visible string once, with its places. `--json` writes an array for other tools. */
function listStrings(asJson: boolean): void {
  const places = new Map<string, VisibleString[]>()
  for (const found of visibleStrings()) places.set(found.text, [...(places.get(found.text) ?? []), found])
  const list = [...places].map(([text, all]) => ({
    text,
    kinds: [...new Set(all.map(({ kind }) => kind))],
    places: all.map(({ file, line }) => `${file}:${line}`),
  }))
  const lines = list.map(({ text, kinds, places: at }) => `${text}\n    ${kinds.join(', ')}  ${at.join('  ')}`)
  process.stdout.write(`${asJson ? JSON.stringify(list, null, 2) : lines.join('\n')}\n`)
}

listStrings(process.argv.includes('--json'))
