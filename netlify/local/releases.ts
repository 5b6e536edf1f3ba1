import { mkdir, opendir, readdir, readlink, rename, rm, symlink, unlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { NO_SUCH_RELEASE, type PastRelease } from '#src/contract/emergency.ts'
import { Failure } from '#src/contract/failure.ts'
import { openRelease, type Release } from './release.ts'

/** Live, and the two before it, whose hashed files pages that are still open may ask for. (security P-19) */
const KEPT = 3
/** A folder that a build writes into. It becomes a release by being renamed, or goes at the next start. */
const DRAFT = '.draft-'

/** The built sites of one data folder: `releases/<revision>-<n>`, and the link `current` to the live one. */
export type Releases = {
  current: () => Release | undefined
  older: () => Release[]
  /** An empty place to build into. */
  draft: () => Promise<string>
  /** Makes a finished draft live, unless it shows an older revision than the live release: then false. (security BR5) */
  publish: (draft: string) => Promise<boolean>
  discard: (draft: string) => Promise<void>
  /** The versions that are kept, the live one first. */
  list: () => PastRelease[]
  /** Makes an older version live again. Throws `conflict` for one that is not kept, or is live. */
  restore: (id: string) => Promise<void>
}

/** Opens what is there, and clears away what a crash left half done. */
export async function openReleases(dataDir: string): Promise<Releases> {
  const folder = join(dataDir, 'releases')
  const link = join(dataDir, 'current')
  await mkdir(folder, { recursive: true })
  await clearDrafts(folder)
  let kept = await openKept(folder, link)
  let drafts = 0
  // A release that has its name already, and is not among the kept ones yet.
  let arriving: string | undefined
  let pruning = Promise.resolve()
  const isNeeded = (name: string) => name === arriving || kept.some((release) => basename(release.folder) === name)
  return {
    current: () => kept[0],
    older: () => kept.slice(1),
    draft: async () => {
      drafts += 1
      const draft = join(folder, `${DRAFT}${process.pid}-${drafts}`)
      await rm(draft, { recursive: true, force: true })
      return draft
    },
    publish: async (draft) => {
      const { info } = await openRelease(draft)
      const live = kept[0]
      if (live && live.info.revision > info.revision) return false
      arriving = await freeName(folder, info.revision)
      const home = join(folder, arriving)
      await rename(draft, home)
      await pointTo(link, join('releases', arriving))
      const known = live?.forgetFiles()
      for (const older of kept) older.forgetFiles()
      kept = [await openRelease(home, known), ...kept].slice(0, KEPT)
      arriving = undefined
      // The next build does not wait for thousands of files to be removed. What is left goes with the next release.
      pruning = pruning.then(() => prune(folder, isNeeded)).catch(() => {})
      return true
    },
    discard: (draft) => rm(draft, { recursive: true, force: true }),
    list: () => kept.map((release, place) => toPastRelease(release, place === 0)),
    restore: async (id) => {
      const wanted = kept.slice(1).find((release) => basename(release.folder) === id)
      if (!wanted) throw new Failure('conflict', NO_SUCH_RELEASE)
      await pointTo(link, join('releases', id))
      kept = [wanted, ...kept.filter((release) => release !== wanted)]
    },
  }
}

function toPastRelease({ folder, info: { revision, builtAt } }: Release, isLive: boolean): PastRelease {
  return { id: basename(folder), revision, builtAt, isLive }
}

/** The live release first, then the newest others. A folder without a site is not a release. */
async function openKept(folder: string, link: string): Promise<Release[]> {
  const live = await readlink(link).then(basename, () => undefined)
  const names = (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name)).sort(newestFirst)
  const ordered = live === undefined ? [] : [live, ...names.filter((name) => name !== live)]
  const opened = await Promise.all(
    ordered.slice(0, KEPT).map((name) => openRelease(join(folder, name)).catch(() => null)),
  )
  return opened[0] ? opened.filter((release) => release !== null) : []
}

function newestFirst(a: string, b: string): number {
  const [revisionA = 0, countA = 0] = a.split('-').map(Number)
  const [revisionB = 0, countB = 0] = b.split('-').map(Number)
  return revisionB - revisionA || countB - countA
}

async function freeName(folder: string, revision: number): Promise<string> {
  const names = new Set(await readdir(folder))
  let count = 1
  while (names.has(`${revision}-${count}`)) count += 1
  return `${revision}-${count}`
}

/** Replaces the link in one step: a reader finds the old release or the new one, never neither. (security BR7) */
async function pointTo(link: string, target: string): Promise<void> {
  await rm(`${link}.next`, { force: true })
  await symlink(target, `${link}.next`)
  await rename(`${link}.next`, link)
}

/** Removes releases that nobody needs, one after the other: two at once would each look for files that the other has removed. */
async function prune(folder: string, isNeeded: (name: string) => boolean): Promise<void> {
  const surplus = (await readdir(folder)).filter((name) => /^\d+-\d+$/.test(name) && !isNeeded(name))
  for (const name of surplus) await removeGently(join(folder, name))
}

/** Removes a folder file by file. Thousands at once would keep the threads busy that read what visitors ask for. */
async function removeGently(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    await (entry.isDirectory() ? removeGently(path) : unlink(path))
  }
  await rm(folder, { recursive: true, force: true })
}

async function clearDrafts(folder: string): Promise<void> {
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(DRAFT))
  await Promise.all(drafts.map((name) => rm(join(folder, name), { recursive: true, force: true })))
}
