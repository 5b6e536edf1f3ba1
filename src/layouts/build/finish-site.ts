import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type BuiltShell, SHELL_FILE, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { headerPolicy } from './content-security-policy.ts'
import { type Finish, finishPage, RUNTIME_FILE } from './finish-page.ts'
import { CARD_STORE, hashOf, PAGE_STORE } from './page-store.ts'
import type { SiteBuild } from './site-build.ts'

/**
 * Finishes every page as it is rendered. After the build: keeps the forum's shell apart for the function that fills it, writes the
 * islands' runtime that the pages share, and gathers the one policy that serves all of them into `_headers`, where browsers also
 * heed `frame-ancestors`. What later builds may use again is kept. (security HD2, decision 0066)
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
export async function finishFolder({ outDir, plan, finished }: SiteBuild): Promise<void> {
  const finishes = new Set<Finish>(plan?.finishes)
  for (const [file, { finish }] of finished) {
    finishes.add(finish)
    if (file === `${SHELL_PAGE}.html`) await keepShell(outDir, headerPolicy(finish))
  }
  for (const [file, name] of plan?.made ?? []) {
    const path = join(outDir, file)
    const { finish = null, hash = hashOf(await readFile(path)) } = finished.get(file) ?? {}
    plan?.keep(name, path, { finish, hash })
  }
  plan?.save()
  await writeShared(outDir, [...finishes])
}

async function keepShell(folder: string, policy: string): Promise<void> {
  const page = join(folder, `${SHELL_PAGE}.html`)
  const shell: BuiltShell = { html: await readFile(page, 'utf8'), policy }
  await writeFile(join(folder, SHELL_FILE), JSON.stringify(shell))
  await rm(page)
}

/** What all pages share: the runtime of islands, and the policy. */
async function writeShared(folder: string, finishes: readonly Finish[]): Promise<void> {
  const runtimes = new Set(finishes.flatMap(({ runtime }) => runtime ?? []))
  const [runtime, ...others] = runtimes
  if (others.length > 0) throw new Error('Pages have islands of different runtimes, and one file cannot be both.')
  if (runtime !== undefined) await writeFile(join(folder, RUNTIME_FILE), runtime)
  const all = (key: 'scripts' | 'styles') => [...new Set(finishes.flatMap((finish) => finish[key]))].sort()
  await writeFile(
    join(folder, '_headers'),
    headersFile(headerPolicy({ scripts: all('scripts'), styles: all('styles') })),
  )
}

/** A font's name carries its version, so that a second visit shows it at once. */
function headersFile(policy: string): string {
  return `/*
  Content-Security-Policy: ${policy}
/fonts/*
  Cache-Control: public, max-age=31536000, immutable
`
}
