import { execFile, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPlainServer } from '#adapters/messages/testing/plain-server.ts'
import type { Surroundings } from '../kills/rig.ts'
import { startNameServer } from './name-server.ts'

const run = promisify(execFile)
const CLOCK_LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'
const DISK_MB = 600
const NAME_SERVER = '127.0.0.53'
/** A mail server without TLS must be `localhost`; that name is as gone as the others. */
const NAMES = { database: 'database.drill.test', provider: 'provider.drill.test', mail: 'localhost' } as const
export type Name = keyof typeof NAMES
export const EVERY_NAME = Object.keys(NAMES) as Name[]

/**
 * What the drills turn: a small disk for PostgreSQL, and names and clock of web process and worker, which run in a mount namespace of
 * their own. Needs root and libfaketime.
 * @param providerUrl database of the payment sandbox.
 */
export async function makeSurroundings(folder: string, providerUrl: string) {
  if (!existsSync(CLOCK_LIBRARY)) throw new Error(`${CLOCK_LIBRARY} is missing: apt-get install libfaketime`)
  const place = (name: string) => join(folder, name)
  const disk = place('disk')
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'redoubt-drill', disk])
  const unmount = () => spawnSync('umount', ['--lazy', disk])
  process.once('exit', unmount)
  const mailServer = await startPlainServer('127.0.0.1')
  let known: readonly Name[] = EVERY_NAME
  const nameServer = await startNameServer(NAME_SERVER, asked => known.some(name => NAMES[name] === asked))

  const setClock = (seconds: number) => writeFileSync(place('clock'), `${seconds < 0 ? '' : '+'}${seconds}\n`)
  const setNames = (names: readonly Name[]) => {
    known = names
  }
  setClock(0)
  writeFileSync(place('hosts'), '# none\n')
  writeFileSync(place('resolv.conf'), `nameserver ${NAME_SERVER}\n`)

  const mounts = ['hosts', 'resolv.conf'].map(name => `mount --bind ${place(name)} /etc/${name}`)
  const surroundings: Surroundings = {
    flags: ['-c', 'max_wal_size=96MB', '-c', 'min_wal_size=32MB', '-c', 'max_connections=100'],
    within: ['unshare', '--mount', 'sh', '-c', `${mounts.join(' && ')} && exec "$@"`, 'shop'],
    settings: {
      SMTP_URL: `smtp://${NAMES.mail}:${mailServer.port}`,
      MAIL_FROM: 'Drill <hello@drill.example>',
      ...{ LD_PRELOAD: CLOCK_LIBRARY, FAKETIME_TIMESTAMP_FILE: place('clock'), FAKETIME_CACHE_DURATION: '1' },
      ...{ DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1', NO_FAKE_STAT: '1' },
    },
    addressOf(url) {
      const named = new URL(url)
      named.search = ''
      named.hostname = NAMES[url === providerUrl ? 'provider' : 'database']
      return named.href
    },
  }
  return {
    ...{ surroundings, disk, mailServer, setClock, setNames },
    end() {
      nameServer.close()
      mailServer.hangUp()
      mailServer.close()
      process.off('exit', unmount)
      unmount()
    },
  }
}

export type Place = Awaited<ReturnType<typeof makeSurroundings>>
