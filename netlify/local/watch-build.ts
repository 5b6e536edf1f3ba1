import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#db/client.ts'
import { readProgress } from '#src/domain/site/builds.ts'

const EVERY = 250

/** Says each step of a revision's way to the site. Resolves with whether it is live; false also after `patience` milliseconds. */
export async function watchBuild(
  db: Db,
  { revision, say, patience = 10 * 60_000 }: { revision: number; say: (line: string) => void; patience?: number },
): Promise<boolean> {
  const start = performance.now()
  let told = ''
  while (performance.now() - start < patience) {
    const { state, error } = await readProgress(db, revision)
    const line = error === null ? state : `${state}: ${error}`
    if (line !== told) say(`${((performance.now() - start) / 1000).toFixed(1)} s  ${line}`)
    told = line
    if (state === 'live' || state === 'failed') return state === 'live'
    await sleep(EVERY)
  }
  say('The build takes too long to wait for. It goes on without this command.')
  return false
}
