import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type BuiltShell, SHELL_FILE, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { startAhead } from './ahead.ts'
import { headerPolicy, type InlineHashes } from './content-security-policy.ts'
import { type Finish, finishPage, RUNTIME_FILE } from './finish-page.ts'
import { headersFile } from './headers-file.ts'
import { hashOf } from './page-index.ts'
import { CARD_STORE, PAGE_STORE } from './page-store.ts'
import type { SiteBuild } from './site-build.ts'

/**
 * Finishes every page as it is rendered. After the build: keeps the forum's shell apart for the function that fills it, writes the
 * islands' runtime that the pages share, and the policies of all pages as `_headers`. What later builds may use again is kept.
 * (security HD2, decision 0069)
 */
export function finishSite(): AstroIntegration {
  let site: SiteBuild
  return {
    name: 'finish-site',
    hooks: {
      'astro:config:done': ({ config }) => {
        const outDir = fileURLToPath(config.outDir)
        const [pages, cards] = [join(process.cwd(), PAGE_STORE), join(process.cwd(), CARD_STORE)]
        site = { outDir, bundle: join(outDir, '.prerender'), pages, cards, finished: new Map() }
        globalThis.siteBuild = site
      },
      'astro:build:start': ({ setPrerenderer }) => {
        // Named like the folders of builds, so that the next local one clears it away if this one dies.
        site.ahead = startAhead(site, join(process.cwd(), '.astro/builds', `${process.pid}-ahead`))
        setPrerenderer((standard) => ({ ...standard, name: 'finish-site', render: finishing(standard, site) }))
      },
      'astro:build:done': () => finishFolder(site),
    },
  }
}

/** Renders as Astro does, and finishes pages before they are written. */
export function finishing(
  standard: AstroPrerenderer,
  { finished }: Pick<SiteBuild, 'finished'>,
): AstroPrerenderer['render'] {
  return async (request, options) => {
    const answer = await standard.render(request, options)
    const response = answer instanceof Response ? answer : answer.response
    if (!response.headers.get('content-type')?.startsWith('text/html')) return answer
    const { html, ...finish } = finishPage(await response.text())
    const bytes = Buffer.from(html)
    finished.set(decodeURIComponent(new URL(request.url).pathname).slice(1), { finish, hash: hashOf(bytes) })
    return new Response(bytes, response)
  }
}

/** The last hand on a site whose pages are all written. */
export async function finishFolder({ outDir, plan, finished, ahead }: SiteBuild): Promise<void> {
  const pages = new Map(plan?.placedPages)
  for (const [file, { finish }] of finished) {
    if (file === `${SHELL_PAGE}.html`) await keepShell(outDir, finish)
    else pages.set(file, finish)
  }
  for (const [file, name] of plan?.made ?? []) {
    const path = join(outDir, file)
    const { finish = null, hash = hashOf(await readFile(path)) } = finished.get(file) ?? {}
    plan?.keep(name, path, { finish, hash })
  }
  plan?.save()
  ahead?.clear()
  const runtimes = [...pages.values(), ...[...finished.values()].map(({ finish }) => finish)].map((one) => one.runtime)
  await writeRuntime(outDir, new Set(runtimes))
  const policies = [...pages].map(([file, hashes]): [string, InlineHashes] => [file.slice(0, -'.html'.length), hashes])
  await writeFile(join(outDir, '_headers'), headersFile(new Map(policies)))
}

async function keepShell(folder: string, finish: Finish): Promise<void> {
  const page = join(folder, `${SHELL_PAGE}.html`)
  const shell: BuiltShell = { html: await readFile(page, 'utf8'), policy: headerPolicy(finish) }
  await writeFile(join(folder, SHELL_FILE), JSON.stringify(shell))
  await rm(page)
}

/** Writes the runtime of islands, which all pages share. */
async function writeRuntime(folder: string, runtimes: Set<string | undefined>): Promise<void> {
  runtimes.delete(undefined)
  const [runtime, ...others] = runtimes
  if (others.length > 0) throw new Error('Pages have islands of different runtimes, and one file cannot be both.')
  if (runtime !== undefined) await writeFile(join(folder, RUNTIME_FILE), runtime)
}
