import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** One response or event from the wire, and the name of its published Stripe type. */
export type Sample = { name: string; type: string; json: object }

const ROOT = resolve(import.meta.dirname, '../../../..')
const OPTIONS = {
  target: 'es2025',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/**
 * Compiles samples against the types of the installed SDK: each sample becomes a constant of its type, so a missing, mistyped or unknown
 * field is an error.
 * @returns a line for each error, which begins with the sample's name; empty when all fit.
 */
export async function misfits(samples: Sample[]): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'published-types-'))
  try {
    const { source, names } = sourceOf(samples)
    await Promise.all([
      symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules')),
      writeFile(join(directory, 'samples.ts'), source),
      writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['samples.ts'] })),
    ])
    const output = await compile(directory)
    return output
      .split('\n')
      .filter(line => line.includes('error TS'))
      .map(line => {
        const [, at, message] = /^samples\.ts\((\d+),\d+\): error (.*)$/.exec(line) ?? []
        return at ? `${names[Number(at) - 1]}: ${message}` : line
      })
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** @returns the program, and the sample's name for each line. */
function sourceOf(samples: Sample[]): { source: string; names: string[] } {
  const head = ["import type Stripe from 'stripe'", 'declare const decimal: (text: string) => Stripe.Decimal']
  const lines = [...head]
  const names = head.map(() => 'head')
  for (const [at, { name, type, json }] of samples.entries()) {
    const written = `export const sample${at}: ${type} = ${literal(json)}`.split('\n')
    lines.push(...written)
    names.push(...written.map(() => name))
  }
  return { source: lines.join('\n'), names }
}

/** JSON is valid TypeScript except for decimals: text on the wire, a class in the SDK's types. */
const literal = (json: object) =>
  JSON.stringify(json, null, 1).replace(/^(\s*"\w+_decimal": )("[^"]*")/gm, '$1decimal($2)')

function compile(directory: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return new Promise((done, fail) => {
    execFile(compiler, ['--project', directory], { cwd: directory, maxBuffer: 64 << 20 }, (error, stdout) => {
      // tsc exits with 1 or 2 when it finds errors, and those errors are the result.
      if (error && typeof error.code !== 'number') fail(error)
      else done(stdout)
    })
  })
}
