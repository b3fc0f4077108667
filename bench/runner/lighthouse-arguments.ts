import { parseArgs } from 'node:util'

/** The words after `npm run lighthouse`. `brand` is the file of another brand. */
export function lighthouseArguments(args: readonly string[]): { paths: string[]; brand?: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { brand: { type: 'string' } },
    allowPositionals: true,
  })
  const wrong = positionals.find(path => !path.startsWith('/'))
  if (wrong) throw new Error(`A page begins with a slash, which ${wrong} does not.`)
  return { paths: positionals, ...(values.brand && { brand: values.brand }) }
}
