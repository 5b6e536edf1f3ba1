import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '#src/contract/instant.ts'

/** A picture that none of so many builds in a row has used is forgotten. */
const BUILDS = 20
const MARK = /^(\d+)\.build$/

/**
 * Forgets the pictures in `cacheDir` that the last builds had no use for, this one counted, which started at `startedAt`.
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

/** The time of a mark stands in its name; a picture was last used when it was last touched. */
async function forget(path: string, markedAt: Instant, oldest: Instant): Promise<void> {
  const usedAt = Number.isNaN(markedAt)
    ? await stat(path).then(
        ({ mtimeMs }) => Math.round(mtimeMs),
        () => oldest,
      )
    : markedAt
  if (usedAt < oldest) await rm(path, { force: true })
}
