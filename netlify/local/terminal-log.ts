import type { Clock } from '#src/platform/clock.ts'
import { jsonLog, type Log } from '#src/platform/log.ts'

/** For a person at a terminal only what needs one: warnings and errors. */
export function terminalLog(clock: Clock): Log {
  return { ...jsonLog((line) => process.stderr.write(`${line}\n`), clock), info: () => {} }
}
