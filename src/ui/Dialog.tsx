import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

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
  const pressedBeside = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const isBeside = (event: MouseEvent) => event.target === ref.current
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) onClose()
      }}
      onKeyDown={(event) => event.stopPropagation()}
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
