import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#src/contract/instant.ts'
import { type ShareCard, shareHash } from './share-card.ts'

/** Pictures outlive a build here, seen from the project's folder; hosts keep `node_modules` between builds. */
export const SHARE_CACHE = 'node_modules/.cache/share-images'

/**
 * Where pictures are kept between builds, and where this folder's `fonts` lie. The bundler moves code, so the caller says.
 * `usedAt` is noted on every picture taken, for `pruneShareImages`.
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
  const { drawCard } = await import('./draw-card.ts')
  const png = await drawCard(card, folders.fontsDir)
  await mkdir(folders.cacheDir, { recursive: true })
  const draft = join(folders.cacheDir, `${randomUUID()}.draft`)
  await writeFile(draft, png)
  await utimes(draft, usedAt, usedAt)
  await rename(draft, path)
  return png
}
