import { useEffect, useRef } from 'react'

type ToastKind = 'success' | 'error'
/** `undo` undoes the action of the toast, for as long as the toast is shown. */
export type Toast = {
  id: number
  title?: string | undefined
  message: string
  kind: ToastKind
  undo?: (() => void) | undefined
}

type ToasterProps = {
  toasts: readonly Toast[]
  onDismiss: (id: number) => void
  /** The pointer or the focus enters or leaves the toasts. */
  onHold: (isHeld: boolean) => void
}

const LOOKS = {
  success: { box: 'bg-ink text-ground border-ink', edge: 'bg-signal' },
  error: { box: 'bg-stop text-on-stop border-on-stop/40', edge: 'hazard-stop' },
} as const

/**
 * Toasts at the foot of the window, above a phone's keyboard, where they cover neither a title nor a way out.
 * Successes are read out politely by a region that is always there; errors interrupt. The region is in the top layer, and
 * moves to its top again after a dialog has opened. A phone shows the newest toast, and each one that can still be undone.
 */
export function Toaster({ toasts, onDismiss, onHold }: ToasterProps) {
  const ref = useRef<HTMLElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const pressed = useRef<Element | null>(null)
  const newest = toasts.at(-1)?.id
  useEffect(() => {
    if (!ref.current) return
    raise(ref.current, newest !== undefined)
    if (newest !== undefined) {
      makeRoom(ref.current)
      uncover(pressed.current, ref.current)
    }
  }, [newest])
  useEffect(() => stayInSight(ref.current), [])
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && !ref.current?.contains(target)) pressed.current = target
    }
    document.addEventListener('click', note, true)
    return () => document.removeEventListener('click', note, true)
  }, [])
  const dismiss = (id: number) => {
    const { current: region } = ref
    const hasFocus = region?.contains(document.activeElement)
    onDismiss(id)
    if (hasFocus && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }
  const line = (toast: Toast) => (
    <ToastLine key={toast.id} toast={toast} isNewest={toast.id === newest} onDismiss={dismiss} />
  )
  return (
    <section
      ref={ref}
      popover="manual"
      aria-label="Notifications"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
        onHold(true)
      }}
      onBlur={() => onHold(false)}
      className="toaster"
    >
      {toasts.filter(({ kind }) => kind === 'error').map(line)}
      <div role="status" aria-atomic="false" className="toaster-news">
        {toasts.filter(({ kind }) => kind === 'success').map(line)}
      </div>
    </section>
  )
}

/** Keeps the region above a phone's keyboard, which covers the foot of the window without changing the window's height. */
function stayInSight(region: HTMLElement | null): (() => void) | undefined {
  const { visualViewport: view } = window
  if (!view || !region) return
  const place = () =>
    region.style.setProperty('--keyboard', `${Math.max(0, innerHeight - view.height - view.offsetTop)}px`)
  const events = ['resize', 'scroll'] as const
  for (const event of events) view.addEventListener(event, place)
  return () => {
    for (const event of events) view.removeEventListener(event, place)
  }
}

/** Tells an open dialog how much of the window's foot the toasts cover, and keeps what has the focus in sight. (dialog.css) */
function makeRoom(region: HTMLElement): void {
  document.documentElement.style.setProperty('--toasts', `${region.offsetHeight + 16}px`)
  const { activeElement } = document
  if (activeElement?.closest('.dialog')) activeElement.scrollIntoView({ block: 'nearest' })
}

/** Scrolls what was pressed last, which may be tried again, out from under the toasts. (toaster.css: scroll padding) */
function uncover(pressed: Element | null, region: HTMLElement): void {
  if (!pressed?.isConnected) return
  const { bottom, left, right, top } = pressed.getBoundingClientRect()
  const toasts = region.getBoundingClientRect()
  const isUnder = bottom > toasts.top && top < toasts.bottom && right > toasts.left && left < toasts.right
  if (isUnder) pressed.scrollIntoView({ block: 'nearest' })
}

/** Puts the region into the top layer, and above a dialog that came later. */
function raise(region: HTMLElement, hasNews: boolean): void {
  if (!region.showPopover) return
  if (region.matches(':popover-open')) {
    if (!hasNews || !document.querySelector('dialog:modal')) return
    region.hidePopover()
  }
  region.showPopover()
}

function ToastLine({
  toast: { id, title, message, kind, undo },
  isNewest,
  onDismiss,
}: { toast: Toast; isNewest: boolean } & Pick<ToasterProps, 'onDismiss'>) {
  const { box, edge } = LOOKS[kind]
  return (
    <div
      {...(kind === 'error' && { role: 'alert' })}
      className={`toast ${isNewest || undo ? '' : 'max-sm:hidden'} flex overflow-hidden rounded-md border ${box}`}
    >
      <span aria-hidden="true" className={`w-4 shrink-0 ${edge}`} />
      <div className="min-w-0 flex-1 py-3 pl-4 wrap-anywhere">
        {title && <p className="label text-[1.25rem]">{title}</p>}
        <p className={`leading-snug ${title ? 'mt-1 text-[1rem]' : 'py-1'}`}>{message}</p>
      </div>
      {undo && (
        <button
          type="button"
          onClick={() => {
            onDismiss(id)
            undo()
          }}
          className="label min-h-12 shrink-0 cursor-pointer px-4 text-[1.125rem] underline underline-offset-4"
        >
          Undo
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => onDismiss(id)}
        className="grid size-12 shrink-0 cursor-pointer place-items-center text-[1.5rem] leading-none"
      >
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}
