import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded by a server under load: writes its memory every five seconds to the file that `MEMORY_LOG` names. At the signal USR2 it
 * collects garbage first, so that what remains is in use.
 */
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const file = process.env.MEMORY_LOG

function write(isCollected: boolean): void {
  const { rss, heapUsed, external } = process.memoryUsage()
  if (file) appendFileSync(file, `${JSON.stringify({ pid: process.pid, isCollected, rss, heapUsed, external })}\n`)
}

setInterval(write, 5_000, false).unref()
process.on('SIGUSR2', () => {
  collect()
  write(true)
})
