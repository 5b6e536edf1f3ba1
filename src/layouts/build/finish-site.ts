import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { type BuiltShell, SHELL_FILE, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { headerPolicy, type InlineHashes } from './content-security-policy.ts'
import { finishPage, RUNTIME_FILE } from './finish-page.ts'
import { headersFile } from './headers-file.ts'

/** Files handled at once. */
const WIDTH = 32

/**
 * After the build: finishes every page, keeps the forum's shell apart for the function that fills it, writes the islands' runtime
 * they share, and the policies of all pages as `_headers`. (security HD2)
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
  const policies = new Map<string, InlineHashes>()
  const runtimes = new Set<string>()
  await forEachAtOnce(pages, async (page) => {
    const path = join(folder, page)
    const { html, runtime, ...hashes } = finishPage(await readFile(path, 'utf8'))
    if (runtime !== undefined) runtimes.add(runtime)
    if (page !== `${SHELL_PAGE}.html`) {
      policies.set(page.replaceAll('\\', '/').slice(0, -'.html'.length), hashes)
      return writeFile(path, html)
    }
    const shell: BuiltShell = { html, policy: headerPolicy(hashes) }
    await writeFile(join(folder, SHELL_FILE), JSON.stringify(shell))
    await rm(path)
  })
  const [runtime, ...others] = runtimes
  if (others.length > 0) throw new Error('Pages have islands of different runtimes, and one file cannot be both.')
  if (runtime !== undefined) await writeFile(join(folder, RUNTIME_FILE), runtime)
  await writeFile(join(folder, '_headers'), headersFile(policies))
}

async function forEachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      for (const item of rest) await work(item)
    }),
  )
}
