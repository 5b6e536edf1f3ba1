import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import { type BuiltShell, SHELL_FILE, SHELL_PAGE } from '#src/contract/forum-shell.ts'
import { pruneShareImages, SHARE_CACHE } from '#src/domain/events/share-image.ts'
import { hashOf } from '#src/domain/site/hashed-file.ts'
import { type Ahead, STORES, startAhead } from './ahead.ts'
import { headerPolicy, type InlineHashes } from './content-security-policy.ts'
import { type Finish, finishPage, RUNTIME_FILE } from './finish-page.ts'
import { headersFile } from './headers-file.ts'
import { keepCode, nameOfCode, type PrerenderApp } from './kept-code.ts'
import { paste } from './paste-later.ts'
import { hashOfCode, type SiteBuild } from './site-build.ts'

/** An integration that writes files into every site, which depend on the code alone. */
export type FixedFiles = AstroIntegration & { writeFiles: (outDir: string) => Promise<void> }

/**
 * Keeps the bundled code with all `fixed` files, and passes it to `takeCode`, which renders the pages itself. Otherwise finishes every page
 * as Astro renders it, and the site after the last one. (security HD2, decisions 0069 and 0070)
 */
export function finishSite(fixed: readonly FixedFiles[]): AstroIntegration {
  let site: SiteBuild
  let outDir: string
  let code: string
  let isTaken = false
  const writeFixed = async (folder: string) => {
    for (const { writeFiles } of fixed) await writeFiles(folder)
  }
  return {
    name: 'finish-site',
    hooks: {
      'astro:config:done': async ({ config }) => {
        outDir = fileURLToPath(config.outDir)
        site = openSite(outDir, () => hashOfCode(join(outDir, BUNDLE)))
        code = await nameOfCode()
      },
      'astro:build:start': ({ setPrerenderer }) => {
        if (!globalThis.takeCode) site.ahead = startAhead()
        site.texts = new Map()
        setPrerenderer((standard) => ({
          ...standard,
          name: 'finish-site',
          setup: async () => {
            await standard.setup?.()
            // Astro's own, as `build:start` gets it, has the app once it is set up.
            const rendering: AstroPrerenderer & { app?: PrerenderApp } = standard
            const kept = await keepCode(code, { outDir, bundle: join(outDir, BUNDLE), writeFixed }, rendering)
            isTaken = kept !== undefined && globalThis.takeCode !== undefined
            if (kept) globalThis.takeCode?.(kept)
          },
          getStaticPaths: async () => (isTaken ? [] : standard.getStaticPaths()),
          render: finishing(standard.render, site),
        }))
      },
      'astro:build:done': async () => {
        if (isTaken) return
        await writeFixed(outDir)
        await finishFolder(site)
        await keepForNext(site)
      },
    },
  }
}

/** Where Astro bundles the code that renders pages, seen from the site's folder. It is removed after the last page. */
const BUNDLE = '.prerender'

/** Begins a build of the site in `outDir`, for the pages that read it. */
export function openSite(outDir: string, hashOfCode: SiteBuild['hashOfCode'], ahead?: Ahead): SiteBuild {
  const site: SiteBuild = { outDir, startedAt: Date.now(), hashOfCode, ...STORES, ahead, finished: new Map() }
  globalThis.siteBuild = site
  return site
}

/**
 * Writes down what later builds may use again, and forgets share images that builds have had no use for lately. The site is complete before,
 * and visitors need not wait for this.
 */
export async function keepForNext({ plan, startedAt }: SiteBuild): Promise<void> {
  plan?.save()
  await pruneShareImages(SHARE_CACHE, startedAt)
}

/** Renders as Astro does, and finishes pages before they are written. */
export function finishing(
  render: AstroPrerenderer['render'],
  site: Pick<SiteBuild, 'finished' | 'texts'>,
): AstroPrerenderer['render'] {
  return async (request, options) => {
    const answer = await render(request, options)
    const response = answer instanceof Response ? answer : answer.response
    const pieces = await finishAnswer(request, response, site)
    return pieces ? new Response(Buffer.concat(pieces), response) : answer
  }
}

/** A page or a text as it is served, in pieces; undefined for an answer that is neither. */
export async function finishAnswer(
  request: Request,
  response: Response,
  { finished, texts = new Map() }: Pick<SiteBuild, 'finished' | 'texts'>,
): Promise<Uint8Array[] | undefined> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/')) return undefined
  const text = await response.text()
  if (!type.startsWith('text/html')) return paste(text, texts)
  const { html, ...finish } = finishPage(text)
  const pieces = paste(html, texts)
  const [whole, ...others] = pieces
  const hash = whole && others.length === 0 ? { hash: hashOf(whole) } : {}
  finished.set(decodeURIComponent(new URL(request.url).pathname).slice(1), { finish, ...hash })
  return pieces
}

/**
 * The last hand on a site whose pages are all written: keeps the forum's shell apart for the function that fills it, writes the islands' runtime
 * that the pages share, and the policies of all pages as `_headers`. Files that later builds may use again are kept.
 */
export async function finishFolder({ outDir, plan, finished, ahead, texts }: SiteBuild): Promise<void> {
  if (texts && texts.size > 0) throw new Error('A list was not written into the answer that it is for.')
  const pages = new Map(plan?.placedPages)
  for (const [file, { finish }] of finished) {
    if (!finish) continue
    if (file === `${SHELL_PAGE}.html`) await keepShell(outDir, finish)
    else pages.set(file, finish)
  }
  for (const [file, name] of plan?.made ?? []) {
    const path = join(outDir, file)
    const { finish = null, hash = hashOf(await readFile(path)) } = finished.get(file) ?? {}
    plan?.keep(name, path, { finish, hash })
  }
  await ahead?.clear()
  const runtimes = [...pages.values(), ...[...finished.values()].map(({ finish }) => finish)].map((one) => one?.runtime)
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
