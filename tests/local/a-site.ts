import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BuildInfo } from '#src/contract/build.ts'

/** A folder that goes when the test ends: `await using folder = await aFolder()`. */
export async function aFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'workshop-local-'))
  await chmod(path, 0o755) // PostgreSQL does not run as root, and needs to reach it
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Writes a small built site into `folder`, as `astro build` would leave it. Every page says which revision it is of. */
export async function writeSite(
  folder: string,
  info: Partial<BuildInfo> & { revision: number },
  files: Record<string, string> = {},
): Promise<void> {
  const all: Record<string, string> = {
    'index.html': page(`home of revision ${info.revision}`),
    'events/index.html': page(`events of revision ${info.revision}`),
    'event/tulsa.html': page(`tulsa of revision ${info.revision}`),
    'og/tulsa.png': `picture of revision ${info.revision}`,
    'event-fallback.html': page('looking for this event'),
    '404.html': page('Oops! Page not found'),
    [`_astro/page.r${info.revision}.css`]: `/* revision ${info.revision} */`,
    'build.json': JSON.stringify({ builtAt: 0, featuredSlug: null, nextBoundaryAt: null, ...info }),
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

function page(text: string): string {
  return `<!doctype html><title>${text}</title><p>${text}</p>${'<!-- filler -->'.repeat(60)}`
}
