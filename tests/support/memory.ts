import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. A container may have a few megabytes of it. */
const IN_MEMORY = '/dev/shm'
/** Far more than all that a run of tests keeps at once. */
const ROOM = 4 * 1024 ** 3
const A_DAY = 86_400_000

/**
 * The folder for databases and data folders of tests: in memory where this machine has the room, where making and deleting
 * the thousand files of a database takes a third of the processor time and waits for no disk, else the one for temporary files.
 */
export function folderForData(): string {
  if (!hasRoom()) return tmpdir()
  const folder = join(IN_MEMORY, 'workshop-tests')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777) // PostgreSQL does not run as root, and needs to reach it
  removeLeftovers(folder)
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM
  } catch {
    return false
  }
}

/** What a run that was killed has left would stay in memory until the machine starts again. */
function removeLeftovers(folder: string): void {
  for (const path of readdirSync(folder).map((name) => join(folder, name))) {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - changed > A_DAY) rmSync(path, { recursive: true, force: true })
  }
}
