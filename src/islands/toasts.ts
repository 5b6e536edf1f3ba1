import { atom, type ReadableAtom } from 'nanostores'
import type { Toast } from '#src/ui/Toaster.tsx'

/**
 * A message to show. `duration` is in milliseconds; the default is 5 seconds, and 8 for an error. With `undo` it has a button
 * that undoes the action.
 */
export type NewToast = Omit<Toast, 'id'> & { duration?: number | undefined }

/** 'Registration Submitted' stays this long, in milliseconds. (product 8) */
export const REGISTRATION_TOAST = 8_000

const DEFAULT_DURATIONS = { success: 5_000, error: 8_000 } as const
/** More toasts would hide the page. The oldest are removed, except those with `undo`. */
const MAX_TOASTS = 4
const NEXT_PAGE_KEY = 'carried-toast'

type Timer = ReturnType<typeof setTimeout>
type Running = { left: number; since: number; timer: Timer | undefined }

type ToastStore = {
  $toasts: ReadableAtom<readonly Toast[]>
  notify: (notice: NewToast) => void
  dismiss: (id: number) => void
  /** Removes errors that are out of date, because something new was tried or another view is shown. */
  dismissErrors: () => void
  /** Pauses the timers of all toasts while they are read, and resumes them. (WCAG 2.2.1) */
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
    // The pointer or the focus may have been in the toast, and its removal fires no event that resumes the timers.
    hold(false)
  }
  const dismissErrors = () => {
    for (const { id, kind } of $toasts.get()) if (kind === 'error') dismiss(id)
  }
  const notify = ({ title, message, kind, undo, duration = DEFAULT_DURATIONS[kind] }: NewToast) => {
    const toast = { id: ++last, title, message, kind, undo }
    // One error at a time, and none next to a success, because it would be out of date.
    dismissErrors()
    const same = $toasts.get().find((shown) => shown.title === title && shown.message === message)
    if (same) dismiss(same.id)
    const excess = Math.max(0, $toasts.get().length - (MAX_TOASTS - 1))
    const dismissible = $toasts.get().filter((shown) => !shown.undo)
    for (const { id } of dismissible.slice(0, excess)) dismiss(id)
    $toasts.set([...$toasts.get(), toast])
    start(toast.id, duration)
  }
  return { $toasts, notify, dismiss, dismissErrors, hold }
}

/** The toasts of this page, for every island on it; `Toasts.tsx` shows them. */
export const { $toasts, notify, dismiss, dismissErrors, hold } = createToasts()

/** Leaves a toast for the next page of this tab. Without storage it is shown on this page. */
export function notifyNextPage(notice: NewToast, storage: () => Storage = () => sessionStorage): void {
  try {
    storage().setItem(NEXT_PAGE_KEY, JSON.stringify(notice))
  } catch {
    notify(notice)
  }
}

/** True if the previous page left a toast. */
export function hasToastFromLastPage(storage: () => Storage = () => sessionStorage): boolean {
  try {
    return storage().getItem(NEXT_PAGE_KEY) !== null
  } catch {
    return false
  }
}

/** Returns the toast that the previous page left, and removes it. */
export function takeToastFromLastPage(storage: () => Storage = () => sessionStorage): NewToast | undefined {
  try {
    const carried = storage().getItem(NEXT_PAGE_KEY)
    storage().removeItem(NEXT_PAGE_KEY)
    return carried === null ? undefined : readNotice(JSON.parse(carried))
  } catch {
    return undefined
  }
}

function readNotice(value: unknown): NewToast | undefined {
  if (typeof value !== 'object' || value === null || !('message' in value) || !('kind' in value)) return undefined
  const { message, kind } = value
  if (typeof message !== 'string' || (kind !== 'success' && kind !== 'error')) return undefined
  const title = 'title' in value && typeof value.title === 'string' ? value.title : undefined
  return { message, kind, title }
}
