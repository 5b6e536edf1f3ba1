import { atom } from 'nanostores'
import { type BuildStatus, HOLD_SENTENCE } from '#src/contract/build.ts'
import { type NewToast, notify } from '#src/islands/toasts.ts'

/** The revision this admin's last change has to reach; null while nothing is awaited. */
const $awaited = atom<number | null>(null)

/** Waits for the build that shows a change of this admin, to report its outcome once. */
export function awaitRevision(revision: number): void {
  $awaited.set(Math.max(revision, $awaited.get() ?? 0))
}

/** Reports the outcome of the awaited change as soon as `status` shows it. */
export function reportOutcome(status: BuildStatus, tell: (notice: NewToast) => void = notify): void {
  const awaited = $awaited.get()
  if (awaited === null) return
  const notice = toOutcome(awaited, status)
  if (!notice) return
  $awaited.set(null)
  tell(notice)
}

/** The notice of a change that is live or failed; undefined while that is open. */
export function toOutcome(awaited: number, { live, hold, builds }: BuildStatus): NewToast | undefined {
  if (live && live.revision >= awaited)
    return { kind: 'success', title: 'Live', message: `Visitors see revision ${live.revision} now.` }
  if (hold === 'locked') return { kind: 'error', title: 'Not live yet', message: HOLD_SENTENCE.locked }
  const newest = builds[0]
  if (newest?.state !== 'failed' || newest.revision < awaited) return undefined
  return { kind: 'error', title: 'Build failed', message: newest.error ?? 'Your change is saved, but not live yet.' }
}
