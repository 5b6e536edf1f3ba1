import { constants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { isMainThread, workerData } from 'node:worker_threads'
import { linkFiles, linkForNext } from './ahead.ts'

/**
 * As a thread of a build, makes the links of the layout that it is given. As a program, which a local build starts when it ends, makes the links for the
 * next build: after a second, so that it does not slow down the publishing of the site that was just built. If it is stopped early, the next build
 * makes the links itself.
 */
if (isMainThread) {
  setPriority(constants.priority.PRIORITY_LOW)
  await setTimeout(1_000)
  linkForNext()
} else {
  linkFiles(workerData)
}
