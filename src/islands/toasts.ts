import { atom, type ReadableAtom } from 'nanostores'
import type { Toast } from '#src/ui/Toaster.tsx'

/**
 * A message to show. `lasting` is how long it stays, in milliseconds: 5 seconds when not said, 8 for an error. With `undo` it has
 * a button that takes back what it tells of.
 */
export type Notice = Omit<Toast, 'id'> & { lasting?: number | undefined }

/** 'Registration Submitted' stays this long, in milliseconds. (product 8) */
export const REGISTRATION_TOAST = 8_000

const USUAL = { success: 5_000, error: 8_000 } as const
/** More at once would hide the page; the oldest leave, except those that can be undone. */
const MOST = 4
const CARRIED = 'carried-toast'

type Timer = ReturnType<typeof setTimeout>
type Running = { left: number; since: number; timer: Timer | undefined }

type ToastStore = {
  $toasts: ReadableAtom<readonly Toast[]>
  notify: (notice: Notice) => void
  dismiss: (id: number) => void
  /** What went wrong before is over: something new was tried, or another view is shown. */
  dismissErrors: () => void
  /** Stops the clocks of all toasts while somebody reads them, and lets them run on after. (WCAG 2.2.1) */
  hold: (isHeld: boolean) => void
}

/** The toasts of one page. `now` gives milliseconds. */
export function createToasts(now: () => number = () => Date.now()): ToastStore {
  const $toasts = atom<readonly Toast[]>([])
  const running = new Map<number, Running>()
  let isHeld = false
  let last = 0
  const start = (id: number, left: number) => {
    const timer = isHeld || left === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => dismiss(id), left)
    running.set(id, { left, since: now(), timer })
  }
  const hold = (held: boolean) => {
    if (held === isHeld) return
    isHeld = held
    for (const [id, { left, since, timer }] of running) {
      clearTimeout(timer)
      start(id, held ? left - (now() - since) : left)
    }
  }
  const dismiss = (id: number) => {
    clearTimeout(running.get(id)?.timer)
    running.delete(id)
    $toasts.set($toasts.get().filter((toast) => toast.id !== id))
    // Whoever was over it, or in it, is not any more, and no event tells of that.
    hold(false)
  }
  const dismissErrors = () => {
    for (const { id, kind } of $toasts.get()) if (kind === 'error') dismiss(id)
  }
  const notify = ({ title, message, kind, undo, lasting = USUAL[kind] }: Notice) => {
    const toast = { id: ++last, title, message, kind, undo }
    // One error at a time, and none beside a success: it would tell of what is no longer so.
    dismissErrors()
    const same = $toasts.get().find((shown) => shown.title === title && shown.message === message)
    if (same) dismiss(same.id)
    const excess = Math.max(0, $toasts.get().length - (MOST - 1))
    const dismissible = $toasts.get().filter((shown) => !shown.undo)
    for (const { id } of dismissible.slice(0, excess)) dismiss(id)
    $toasts.set([...$toasts.get(), toast])
    start(toast.id, lasting)
  }
  return { $toasts, notify, dismiss, dismissErrors, hold }
}

/** The toasts of this page, for every island on it; `Toasts.tsx` shows them. */
export const { $toasts, notify, dismiss, dismissErrors, hold } = createToasts()

/** Leaves a toast for the next page of this tab. Without storage it is shown here, for as long as here lasts. */
export function notifyNextPage(notice: Notice, storage: () => Storage = () => sessionStorage): void {
  try {
    storage().setItem(CARRIED, JSON.stringify(notice))
  } catch {
    notify(notice)
  }
}

/** True while the toast of the page before waits to be taken. */
export function hasCarried(storage: () => Storage = () => sessionStorage): boolean {
  try {
    return storage().getItem(CARRIED) !== null
  } catch {
    return false
  }
}

/** The toast the page before left, once. */
export function takeCarried(storage: () => Storage = () => sessionStorage): Notice | undefined {
  try {
    const carried = storage().getItem(CARRIED)
    storage().removeItem(CARRIED)
    return carried === null ? undefined : readNotice(JSON.parse(carried))
  } catch {
    return undefined
  }
}

function readNotice(value: unknown): Notice | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value) || !('kind' in value)) return undefined
  const { message, kind } = value
  if (typeof message !== 'string' || (kind !== 'success' && kind !== 'error')) return undefined
  const title = 'title' in value && typeof value.title === 'string' ? value.title : undefined
  return { message, kind, title }
}
