import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { hasManyLinks, startAhead } from './ahead.ts'
import { keepForNext } from './finish-site.ts'
import { findCode, type KeptCode, REPLACED } from './kept-code.ts'
import { loadCode, renderSite } from './render-site.ts'
import type { SiteBuild } from './site-build.ts'

/**
 * Builds the site into the folder that the command line names, with code that an earlier build has bundled, or that this one bundles.
 * Run in a process of its own, which sends one message when the site can be used, if it was started with a channel. With `--links-for-next`, starts a program
 * that makes the links for the next build. Ends with 1 after an error was printed.
 * (decision 0070)
 */
const [folder = 'dist', option] = process.argv.slice(2)
const outDir = resolve(folder)
process.env.NODE_ENV ??= 'production'
for (const name of REPLACED) delete process.env[name]
await buildSite().then(finish).catch(printFault)
// Timers of the database's driver would keep the process for another second.
process.exit()

/** Undefined if Astro has ended the build itself. */
async function buildSite(): Promise<SiteBuild | undefined> {
  const kept = await findCode()
  // Not before: the thread would slow down the reading of the code, and nothing waits for it until the code is loaded.
  const ahead = startAhead()
  const code = kept && (await loadCode(kept))
  if (code) return renderSite(code, outDir, ahead)
  // Other code has other pages.
  await ahead?.clear()
  const bundled = await bundleCode()
  if (!bundled) return undefined
  const loaded = await loadCode(bundled)
  if (loaded) return renderSite(loaded, outDir)
  await buildWithAstro()
  return undefined
}

/** Has Astro bundle the code. If it cannot be kept, undefined: Astro has then rendered the site as well. */
async function bundleCode(): Promise<KeptCode | undefined> {
  let bundled: KeptCode | undefined
  globalThis.takeCode = (code) => {
    bundled = code
  }
  await buildWithAstro()
  globalThis.takeCode = undefined
  return bundled
}

async function buildWithAstro(): Promise<void> {
  const { build } = await import('astro')
  await build({ outDir })
}

async function finish(site: SiteBuild | undefined): Promise<void> {
  await tell()
  if (site) await keepForNext(site)
  linkLater()
}

/** The site need not wait until this process has ended, which takes a tenth of a second where it has read much. */
function tell(): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send('built', () => resolve())
    else resolve()
  })
}

function linkLater(): void {
  if (option !== '--links-for-next' || !hasManyLinks()) return
  const program = join(import.meta.dirname, 'make-links.ts')
  spawn(process.execPath, [program], { detached: true, stdio: 'ignore' }).unref()
}

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
