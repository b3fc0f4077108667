import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MEMORY_BYTES = 6 * 1024 ** 3

/**
 * The folder for databases and files of tests: TMPDIR if it is set, then memory if 6 GiB are free, then the system's. Each test file creates and
 * drops a database of 1,500 files, and ext4 skips every inode deleted in the last five minutes when it creates a file (`recently_deleted`):
 * half of the CPU time went there.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize >= MEMORY_BYTES) return MEMORY
  } catch {
    // Not on Linux.
  }
  return tmpdir()
}
