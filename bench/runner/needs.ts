import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isLastReleaseHere, LAST_RELEASE } from '#app/testing/runs/last-release.ts'

/** Something that npm does not install. */
export type Need = { what: string; isHere: () => boolean }

const isProgram = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))

const file = (path: string, debianPackage: string): Need => ({
  what: `Debian's ${debianPackage}`,
  isHere: () => existsSync(path),
})

const program = (name: string, debianPackage = name): Need => ({
  what: `Debian's ${debianPackage}`,
  isHere: () => isProgram(name) || existsSync(join('/usr/sbin', name)),
})

const POSTGRESQL = file('/usr/lib/postgresql/15/bin/initdb', 'postgresql-15')

const ROOT_USER: Need = { what: 'the user root', isHere: () => process.getuid?.() === 0 }
export const HISTORY: Need = {
  what: `commit ${LAST_RELEASE.commit} of release ${LAST_RELEASE.version}, which a shallow clone lacks`,
  isHere: isLastReleaseHere,
}
export const PGBENCH = program('pgbench', 'postgresql-contrib')
export const WRK = program('wrk')
export const CLOCK: Need[] = [
  ROOT_USER,
  program('unshare', 'util-linux'),
  file('/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1', 'libfaketime'),
]
export const BACKUP: Need[] = [ROOT_USER, POSTGRESQL, program('pgbackrest'), program('restic')]
export const CLUSTER: Need[] = [
  ROOT_USER,
  POSTGRESQL,
  program('patroni'),
  program('etcd', 'etcd-server'),
  program('haproxy'),
  program('pgbouncer'),
  program('nft', 'nftables'),
]
