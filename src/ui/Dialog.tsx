import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

type DialogProps = {
  isOpen: boolean
  title: string
  children: ReactNode
  /** Escape, or a click beside it. Its opener sets `isOpen` to false. */
  onClose: () => void
}

/** A modal dialog: the browser's own, which keeps the focus inside and gives it back. */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen ? <OpenDialog {...dialog} /> : null
}

function OpenDialog({ title, children, onClose }: Omit<DialogProps, 'isOpen'>) {
  const id = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
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
