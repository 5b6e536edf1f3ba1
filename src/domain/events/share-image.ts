import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#src/contract/instant.ts'
import { type ShareCard, shareHash } from './share-card.ts'

/** Pictures outlive a build here, seen from the project's folder; hosts keep `node_modules` between builds. */
export const SHARE_CACHE = 'node_modules/.cache/share-images'

/**
 * Where pictures are kept between builds, and where this folder's `fonts` lie. The bundler moves code, so the caller says.
 * `usedAt` is stored with every picture that is used, for `pruneShareImages`.
 */
type ShareFolders = { cacheDir: string; fontsDir: string; usedAt: Instant }

/**
 * The PNG of a card, 1200×630. A card drawn before is read from the cache, so that a rebuild with unchanged data draws
 * nothing; a file is moved into place whole, so that builds may run side by side.
 */
export async function shareImage(card: ShareCard, folders: ShareFolders): Promise<Uint8Array<ArrayBuffer>> {
  const path = join(folders.cacheDir, `${shareHash(card)}.png`)
  const kept = await readFile(path).catch(() => undefined)
  const usedAt = new Date(folders.usedAt)
  if (kept) {
    await utimes(path, usedAt, usedAt).catch(() => {})
    return kept
  }
  // Loading the renderer takes longer than all else here, and most builds have nothing to draw.
  const { drawCard } = await import('./draw-share-card.ts')
  const png = await drawCard(card, folders.fontsDir)
  await mkdir(folders.cacheDir, { recursive: true })
  const draft = join(folders.cacheDir, `${randomUUID()}.draft`)
  await writeFile(draft, png)
  await utimes(draft, usedAt, usedAt)
  await rename(draft, path)
  return png
}

/** A picture that so many consecutive builds did not use is deleted. */
const BUILDS = 20
const MARK = /^(\d+)\.build$/

/**
 * Deletes the pictures in `cacheDir` that the last builds did not use, including this one, which started at `startedAt`.
 * Builds of other sites that keep their pictures here count like any other, and their pictures stay as long.
 */
export async function pruneShareImages(cacheDir: string, startedAt: Instant): Promise<void> {
  const names = await readdir(cacheDir).catch(() => [])
  if (names.length === 0) return
  const mark = `${startedAt}.build`
  await writeFile(join(cacheDir, mark), '')
  const builds = [...new Set([...names, mark])]
    .flatMap((name) => Number(MARK.exec(name)?.[1] ?? []))
    .sort((a, b) => b - a)
  const oldest = builds[BUILDS - 1]
  if (oldest === undefined) return
  await Promise.all(
    names.map((name) => forget(join(cacheDir, name), Number(MARK.exec(name)?.[1] ?? Number.NaN), oldest)),
  )
}

/** The name of a mark contains its time; a picture was last used when it was last touched. */
async function forget(path: string, markedAt: Instant, oldest: Instant): Promise<void> {
  const usedAt = Number.isNaN(markedAt)
    ? await stat(path).then(
        ({ mtimeMs }) => Math.round(mtimeMs),
        () => oldest,
      )
    : markedAt
  if (usedAt < oldest) await rm(path, { force: true })
}
