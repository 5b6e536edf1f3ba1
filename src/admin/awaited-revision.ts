import { atom } from 'nanostores'
import type { BuildStatus } from '#src/contract/build.ts'
import { type Notice, notify } from '#src/islands/toasts.ts'

/** The revision this admin's last change has to reach; null while nothing is awaited. */
const $awaited = atom<number | null>(null)

/** A change of this admin is on its way to visitors: what becomes of it is told once. */
export function awaitRevision(revision: number): void {
  $awaited.set(Math.max(revision, $awaited.get() ?? 0))
}

/** Tells what became of the awaited change, as soon as `status` knows. */
export function tellAwaited(status: BuildStatus, tell: (notice: Notice) => void = notify): void {
  const awaited = $awaited.get()
  if (awaited === null) return
  const notice = outcomeOf(awaited, status)
  if (!notice) return
  $awaited.set(null)
  tell(notice)
}

/** What a change came to: live, failed, or undefined while that is open. */
export function outcomeOf(awaited: number, { live, builds }: BuildStatus): Notice | undefined {
  if (live && live.revision >= awaited)
    return { kind: 'success', title: 'Live', message: `Visitors see revision ${live.revision} now.` }
  const newest = builds[0]
  if (newest?.state !== 'failed' || newest.revision < awaited) return undefined
  return { kind: 'error', title: 'Build failed', message: newest.error ?? 'Your change is saved, but not live yet.' }
}
