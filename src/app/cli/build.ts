import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { fingerprintOf, isBuilt, stampOf } from '../../../bin/built.js'

const ROOT = join(import.meta.dirname, '../../..')
const COMPRESSED = /\.(js|mjs|css|svg|json|html|txt)$/

function* filesOf(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name))
}

/** Compresses once at Brotli's highest level, so that requests need no compression. */
function precompress(folder: string): void {
  for (const file of filesOf(folder)) {
    if (!COMPRESSED.test(file)) continue
    const body = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    const compressed = brotliCompressSync(body, { params })
    if (compressed.length < body.length) writeFileSync(`${file}.br`, compressed)
  }
}

/** Builds the pages when a source changed since the last build. */
export function buildIfNeeded(): void {
  if (isBuilt(ROOT, 'build')) return
  const now = fingerprintOf(ROOT, 'build')
  execFileSync(join(ROOT, 'node_modules/.bin/react-router'), ['build'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  // A separate process, as for Vite: the server does not load build tools.
  execFileSync(process.execPath, [join(ROOT, 'src/app/service-worker/build-worker.ts'), join(ROOT, 'build/client')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const verifiers = join(ROOT, 'build/client/verify')
  execFileSync(process.execPath, [join(ROOT, 'packages/draw/build-verifiers.ts'), verifiers], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  precompress(join(ROOT, 'build/client'))
  writeFileSync(stampOf(ROOT, 'build'), now)
}

/** Builds `dist`, and the pages in it, when a source changed since the last build. A separate process, as for the pages. */
export function buildServerIfNeeded(): void {
  if (isBuilt(ROOT, 'dist')) return
  execFileSync(process.execPath, [join(ROOT, 'src/app/cli/build-dist.ts')], { stdio: ['ignore', 'inherit', 'inherit'] })
}

if (import.meta.main) buildIfNeeded()
