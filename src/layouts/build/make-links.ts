import { constants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { isMainThread, isMarkedAsUntransferable, parentPort, workerData } from 'node:worker_threads'
import { layAhead, linkForNext } from './ahead.ts'

/**
 * As a thread of a build, does what `startAhead` asks for. As a program, which a local build starts when it ends, makes the links for the
 * next build: after a second, so that it does not slow down the publishing of the site that was just built. If it is stopped early, the next build
 * makes the links itself.
 */
if (isMainThread) {
  setPriority(constants.priority.PRIORITY_LOW)
  await setTimeout(1_000)
  linkForNext()
} else {
  const laid = layAhead(workerData)
  const bytes = laid ? [...laid.parts.values()].map(({ buffer }) => buffer) : []
  // Small files were read into memory that Node shares out.
  parentPort?.postMessage(
    laid,
    bytes.filter((buffer) => !isMarkedAsUntransferable(buffer)),
  )
}
