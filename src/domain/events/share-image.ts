import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#src/contract/instant.ts'
import { readHashed, writeHashed } from '../site/hashed-file.ts'
import { type ShareCard, shareHash } from './share-card.ts'

/** Pictures outlive a build here, seen from the project's folder; hosts keep `node_modules` between builds. */
export const SHARE_CACHE = 'node_modules/.cache/share-images'

/**
 * Where pictures are kept between builds, and where this folder's `fonts` lie. The bundler moves code, so the caller says.
 * `usedAt` is stored with every picture that is used, for `pruneShareImages`.
 */
type ShareFolders = { cacheDir: string; fontsDir: string; usedAt: Instant }

/** The PNG of a card, 1200×630. A card drawn before is read from the cache, so that a rebuild with unchanged data draws nothing. */
export async function shareImage(card: ShareCard, folders: ShareFolders): Promise<Uint8Array<ArrayBuffer>> {
  return keepPicture(`${shareHash(card)}.png`, folders, async () => {
    // Loading the renderer takes longer than all else here, and most builds have nothing to draw.
    const { drawCard } = await import('./draw-share-card.ts')
    return drawCard(card, folders.fontsDir)
  })
}

type Cache = Pick<ShareFolders, 'cacheDir' | 'usedAt'>

/** A picture out of the cache; undefined if it is not in it, or not as it was kept. */
export async function findKept(
  name: string,
  { cacheDir, usedAt: now }: Cache,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const path = join(cacheDir, name)
  const kept = readHashed(path)
  const usedAt = new Date(now)
  if (kept) await utimes(path, usedAt, usedAt).catch(() => {})
  return kept
}

/** The same, but made and kept there if it is not in it. Its name says what is in it. Where it cannot be kept, the next build makes it again. */
export async function keepPicture(
  name: string,
  cache: Cache,
  make: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await findKept(name, cache)
  if (kept) return kept
  const made = await make()
  await putAway(made, name, cache).catch((cause: Error) =>
    console.warn(`[pictures] ${name} is not kept: ${cause.message}`),
  )
  return made
}

async function putAway(made: Uint8Array, name: string, { cacheDir, usedAt: now }: Cache): Promise<void> {
  const path = join(cacheDir, name)
  await mkdir(cacheDir, { recursive: true })
  writeHashed(path, made)
  await utimes(path, new Date(now), new Date(now))
}

/** A picture that so many consecutive builds did not use is deleted, at the latest after as many builds again: looking at all pictures takes a while. */
const BUILDS = 20
const MARK = /^(\d+)\.build$/

/**
 * Notes this build, which started at `startedAt`. Every twentieth deletes the pictures in `cacheDir` that the last twenty did not use.
 * Builds of other sites that keep their pictures here count like any other, and their pictures stay as long.
 */
export async function pruneShareImages(cacheDir: string, startedAt: Instant): Promise<void> {
  const names = await readdir(cacheDir).catch(() => [])
  if (names.length === 0) return
  const mark = `${startedAt}.build`
  await writeFile(join(cacheDir, mark), '')
  const builds = [...new Set([...names, mark])]
    .flatMap((name) => MARK.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a)
  const oldest = builds[BUILDS - 1]
  if (oldest === undefined || builds.length < 2 * BUILDS) return
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
