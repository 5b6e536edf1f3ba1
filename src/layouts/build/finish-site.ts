import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { type BuiltShell, SHELL_FILE, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { headerPolicy } from './content-security-policy.ts'
import { finishPage, RUNTIME_FILE } from './finish-page.ts'

/** Files handled at once. */
const WIDTH = 32

/**
 * After the build: finishes every page, keeps the forum's shell apart for the function that fills it, writes the islands' runtime they share, and gathers the one policy that serves all
 * of them into `_headers`, where browsers also heed `frame-ancestors`. (security HD2)
 */
export function finishSite(): AstroIntegration {
  return {
    name: 'finish-site',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await finishFolder(fileURLToPath(dir))
      },
    },
  }
}

async function finishFolder(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  const pages = files.filter((file) => file.endsWith('.html'))
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const runtimes = new Set<string>()
  await forEachAtOnce(pages, async (page) => {
    const path = join(folder, page)
    const finished = finishPage(await readFile(path, 'utf8'))
    for (const hash of finished.scripts) scripts.add(hash)
    for (const hash of finished.styles) styles.add(hash)
    if (finished.runtime !== undefined) runtimes.add(finished.runtime)
    if (page !== `${SHELL_PAGE}.html`) return writeFile(path, finished.html)
    const shell: BuiltShell = { html: finished.html, policy: headerPolicy(finished) }
    await writeFile(join(folder, SHELL_FILE), JSON.stringify(shell))
    await rm(path)
  })
  const [runtime, ...others] = runtimes
  if (others.length > 0) throw new Error('Pages have islands of different runtimes, and one file cannot be both.')
  if (runtime !== undefined) await writeFile(join(folder, RUNTIME_FILE), runtime)
  const policy = headerPolicy({ scripts: [...scripts].sort(), styles: [...styles].sort() })
  await writeFile(join(folder, '_headers'), headersFile(policy))
}

/** A font's name carries its version, so that a second visit shows it at once. */
function headersFile(policy: string): string {
  return `/*
  Content-Security-Policy: ${policy}
/fonts/*
  Cache-Control: public, max-age=31536000, immutable
`
}

async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
