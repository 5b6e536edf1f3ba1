import '#db/quick-imports.ts'
import './jsx-imports.ts'
import { createProgress } from './progress.ts'
import { createShutdown } from './shutdown.ts'

// Loaded once `quick-imports` is in force.
const { startServer } = await import('./start.ts')

/**
 * `npm start`: the product on this machine. The script sets `NODE_COMPILE_CACHE`, so that types are stripped once: what strips
 * them takes 40 MB of a process for as long as it lives.
 */
const progress = createProgress((line) => console.log(line))
const shutdown = createShutdown((cause) => console.error(cause))
let isStopping = false

/** A signal while starting or serving ends everything in order; a second one ends it at once. */
async function stopOnSignal(): Promise<void> {
  if (isStopping) process.exit(1)
  isStopping = true
  progress.say('Stopping …')
  await shutdown.stop()
  process.exit(0)
}

// Netlify's packages bring a library (when-exit) that answers a signal by sending it again: theirs must not be a second one.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.removeAllListeners(signal).on(signal, stopOnSignal)

try {
  await startServer({ variables: process.env, progress, shutdown })
} catch (cause) {
  if (!isStopping) {
    console.error(cause instanceof Error ? cause.message : cause)
    await shutdown.stop()
    process.exit(1)
  }
}
