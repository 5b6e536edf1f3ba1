import { readdirSync, rmSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isAlive } from '#db/owner-lock.ts'
import { PROJECT } from './project.ts'

const WORK = join(PROJECT, '.astro/builds')

/**
 * Where Astro builds what belongs in `outDir`. It keeps working files beside its output only within the project; for a
 * folder elsewhere it uses one that two builds at once would share, and one deletes it under the other. So it builds
 * within the project, in a folder that carries this process's number.
 */
export function workDirFor(outDir: string): string {
  if (outDir.startsWith(PROJECT)) return outDir
  clearAbandoned()
  return join(WORK, `${process.pid}-${basename(outDir)}`)
}

/** Brings a finished build to its place, and leaves nothing behind either way. */
export async function handOver(workDir: string, outDir: string, isWanted: boolean): Promise<void> {
  if (workDir === outDir) return
  if (isWanted) await cp(workDir, outDir, { recursive: true })
  await rm(workDir, { recursive: true, force: true })
}

/** What builds left whose server was killed. */
function clearAbandoned(): void {
  for (const name of namesIn(WORK)) {
    if (!isAlive(Number.parseInt(name, 10))) rmSync(join(WORK, name), { recursive: true, force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
