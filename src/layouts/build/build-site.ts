import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { linkAhead } from './finish-site.ts'
import { findCode, REPLACED } from './kept-code.ts'
import { loadCode, renderSite } from './render-site.ts'

/**
 * Builds the site into the folder that the command line names: from code that an earlier build has bundled, or else with `astro
 * build`, which keeps it. Ends with 1 after an error was printed. Run in a process of its own. (decision 0070)
 */
const outDir = resolve(process.argv[2] ?? 'dist')
process.env.NODE_ENV ??= 'production'
for (const name of REPLACED) delete process.env[name]
const ahead = linkAhead()
const kept = await findCode()
const code = kept && (await loadCode(kept))
if (code) {
  await renderSite(code, outDir, ahead).catch(printFault)
  // Timers of the database's driver would keep the process for another second.
  process.exit()
}
// Other code has other pages.
await ahead?.clear()
const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs')
process.argv.splice(1, Number.POSITIVE_INFINITY, astro, 'build', '--outDir', outDir)
await import(pathToFileURL(astro).href)

/** Prints an error as Astro does: the message first, which is what editors are shown, and then the stack. */
function printFault(fault: unknown): void {
  process.exitCode = 1
  for (let cause = fault; cause instanceof Error; cause = cause.cause) console.error(messageOf(cause))
  console.error('  Stack trace:')
  console.error(fault instanceof Error ? fault.stack : fault)
}

/** Of several addresses that did not answer, each has a message of its own. */
function messageOf(cause: Error): string {
  return cause instanceof AggregateError && cause.message === '' ? cause.errors.map(String).join('\n') : cause.message
}
