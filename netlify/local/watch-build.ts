import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import { isConnectionFault } from '#db/fault.ts'
import type { BuildState } from '#src/contract/build.ts'
import { readProgress } from '#src/domain/site/builds.ts'

const EVERY = 250

/**
 * Says each step of a revision's way to the site, and waits on while the database is away. Resolves with whether it is live;
 * false also after `patience` milliseconds.
 */
export async function watchBuild(
  db: Db,
  { revision, say, patience = 10 * 60_000 }: { revision: number; say: (line: string) => void; patience?: number },
): Promise<boolean> {
  const start = performance.now()
  let lastLine = ''
  while (performance.now() - start < patience) {
    const { state, line } = await lookAt(db, revision)
    if (line !== lastLine) say(`${((performance.now() - start) / 1000).toFixed(1)} s  ${line}`)
    lastLine = line
    if (state === 'live' || state === 'failed') return state === 'live'
    await sleep(EVERY)
  }
  say('The build is taking too long to wait for. It continues without this command.')
  return false
}

async function lookAt(db: Db, revision: number): Promise<{ state?: BuildState; line: string }> {
  try {
    const { state, error } = await readProgress(db, revision)
    return { state, line: error === null ? state : `${state}: ${error}` }
  } catch (fault) {
    if (isConnectionFault(fault)) return { line: 'The database is not responding. Still waiting.' }
    throw fault
  }
}
