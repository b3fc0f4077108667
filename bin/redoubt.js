// The first step of every npm script: plain JavaScript that an old Node can run. It installs what the lock file names,
// if that is not there yet, and goes on with the project's own Node (the npm package `node`).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built.js'
import { NODE_FLAGS, SERVER_ENV } from './server-flags.js'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.redoubt-installed')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

function install() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing what the lock file names …\n')
  // Not `npm ci`: it wants an entry for every platform's binaries, and leaves out of the lock file those that a registry lacks.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', args, { cwd: root, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
  writeFileSync(stamp, lock)
}

const BUILD = 'src/app/cli/build-dist.ts'
const SCRIPTS = {
  start: 'dist/server.js',
  build: BUILD,
  release: 'src/app/cli/release.ts',
  test: 'src/app/testing/runs/run-tests.ts',
  'test:fast': 'src/app/testing/runs/run-fast-tests.ts',
  bench: 'bench/run.ts',
  lighthouse: 'bench/runner/run-lighthouse.ts',
  pictures: 'e2e/take-pictures.ts',
  'stripe:check': 'bench/stripe-check/stripe-check.ts',
  db: 'db/make-types.ts',
  strings: 'src/app/testing/strings/list-strings.ts',
  owner: 'src/app/cli/make-setup-link.ts',
  'rotate-signing-key': 'src/app/cli/rotate-signing-key.ts',
  draw: 'src/app/cli/draw-by-round.ts',
  witness: 'packages/witness/src/cli.ts',
}

install()
const [command = 'start', ...rest] = process.argv.slice(2)
const script = SCRIPTS[command]
if (!script) {
  process.stderr.write(`Unknown command: ${command}. Known: ${Object.keys(SCRIPTS).join(', ')}.\n`)
  process.exit(2)
}
const bin = join(root, 'node_modules', '.bin')
const isServer = command === 'start'
const paths = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` }
const env = { ...(isServer ? SERVER_ENV : {}), ...paths }
// Before the build, because npm may end while it runs.
const startedBy = parents()
// The server is what the build makes: its process neither strips types nor loads a tool of the build.
if (isServer && !isBuilt(root, 'dist')) {
  const { status } = spawnSync(join(bin, 'node'), [join(root, BUILD)], { cwd: root, env: paths, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// The server runs in a group of its own, so that Ctrl-C in a terminal reaches this step alone and not the database under it too.
const args = [...(isServer ? NODE_FLAGS : []), join(root, script), ...rest]
// The channel closes when this step is gone, however it ended, and the server then ends in order.
const stdio = isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit'
const child = spawn(join(bin, 'node'), args, { cwd: root, stdio, env, detached: isServer })
// The signal a person or a supervisor sends goes on to the server, which ends in order; this step ends with it.
let isForwarded = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    isForwarded = true
    child.kill(signal)
  })
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
if (isServer && process.env.npm_lifecycle_event) endWithNpm()

/** npm runs this step in a shell, which ends without passing a signal on. So the server ends when npm or that shell is gone. */
function endWithNpm() {
  const watch = setInterval(() => {
    if (parents() === startedBy) return
    clearInterval(watch)
    // The server takes a second signal as the wish to end at once.
    if (!isForwarded) child.kill('SIGTERM')
  }, 250)
}

/** The process ids of the shell that npm started, and of npm. */
function parents() {
  return [process.ppid, parentOf(process.ppid)].join()
}

/** Undefined where there is no /proc. */
function parentOf(pid) {
  try {
    return /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
