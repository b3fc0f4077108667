import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sentences from './src/steps/sentences.json' with { type: 'json' }

/**
 * Writes the three files of "Check without us" into a folder. Each is whole by itself. The same sources give the same bytes, in any
 * folder and on any machine, because each release logs their hashes.
 */
export async function buildVerifiers(folder: string): Promise<void> {
  const sources = join(import.meta.dirname, 'verifiers')
  mkdirSync(folder, { recursive: true })
  const python = readFileSync(join(sources, 'redoubt-verify.py'), 'utf8')
  if (withSentences(python) !== python) throw new Error('redoubt-verify.py has another table than sentences.json.')
  writeFileSync(join(folder, 'redoubt-verify.py'), python)
  writeFileSync(join(folder, 'redoubt-verify.mjs'), await bundled('cli.ts', false))
  const script = await bundled('page.ts', true)
  if (/<\/script|<!--/i.test(script)) throw new Error('The script of the page would end its element.')
  const page = readFileSync(join(sources, 'page.html'), 'utf8')
  writeFileSync(
    join(folder, 'redoubt-verify.html'),
    page.replace('/*SCRIPT*/', () => script),
  )
}

/** One script with all that it imports. The one for Node stays readable. */
export async function bundled(entry: string, isBrowser: boolean): Promise<string> {
  // Only who builds needs Vite.
  const { build } = await import('vite')
  const result = await build({
    configFile: false,
    envDir: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    ...(!isBrowser && { ssr: { noExternal: true, target: 'node' } }),
    build: {
      target: isBrowser ? 'es2023' : 'node20',
      write: false,
      minify: isBrowser,
      ssr: !isBrowser,
      rolldownOptions: {
        // Otherwise comments name the folder of the build.
        experimental: { attachDebugInfo: 'none' },
        input: join(import.meta.dirname, 'verifiers', entry),
        output: { format: isBrowser ? 'iife' : 'es', codeSplitting: false },
      },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { type: string; code?: string }[] }
  const [chunk, ...others] = output
  if (!chunk?.code || others.length > 0) throw new Error(`${entry} became more than one file.`)
  return chunk.code
}

const [TABLE, END] = ['\nSENTENCES = ', '\n# --- End of the table']

/** The source of redoubt-verify.py with the table of sentences as it is now. The file stays one that runs by itself. */
export function withSentences(source: string): string {
  const rows = Object.entries(sentences).map(([name, text]) => `    ${JSON.stringify(name)}: ${JSON.stringify(text)},`)
  const from = source.indexOf(TABLE) + TABLE.length
  return [source.slice(0, from), '{\n', rows.join('\n'), '\n}', source.slice(source.indexOf(END))].join('')
}

if (import.meta.main) await buildVerifiers(process.argv[2]!)
