import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type DialogProps = {
  isOpen: boolean
  title: string
  children: ReactNode
  /** Escape, or a click beside it. Whoever opened it sets `isOpen` to false. */
  onClose: () => void
}

/**
 * A modal dialog: the browser's own, which keeps the focus inside and gives it back. It is closed before it leaves the page,
 * because only closing returns the focus.
 */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen ? <OpenDialog {...dialog} /> : null
}

function OpenDialog({ title, children, onClose }: Omit<DialogProps, 'isOpen'>) {
  const id = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    const unlisten = onClickBeside(dialog, () => close.current())
    return () => {
      unlisten()
      dialog.close()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-auto rounded-lg border-2 border-line bg-surface p-0 text-ink backdrop:bg-[rgb(8_18_14/.72)]"
    >
      <div className="px-6 py-7 sm:px-8">
        <h2 id={id} className="display text-[2rem]">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

/** Clicks that begin and end beside the dialog; one that selects text and slips out of it is none. */
function onClickBeside(dialog: HTMLDialogElement, act: () => void): () => void {
  let hasBegun = false
  const begin = ({ target }: Event) => {
    hasBegun = target === dialog
  }
  const end = ({ target }: Event) => {
    if (hasBegun && target === dialog) act()
  }
  dialog.addEventListener('pointerdown', begin)
  dialog.addEventListener('click', end)
  return () => {
    dialog.removeEventListener('pointerdown', begin)
    dialog.removeEventListener('click', end)
  }
}
