import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

type DialogProps = {
  isOpen: boolean
  title: string
  /** What the dialog is about. It is read out when the dialog opens. */
  description?: ReactNode
  children?: ReactNode
  /** The buttons at the foot. A form in the dialog has its own in a `DialogActions`, its last child. */
  actions?: ReactNode
  /** Escape, or a click beside it. Its opener sets `isOpen` to false. */
  onClose: () => void
}

/**
 * A modal dialog: the browser's own, which keeps the focus inside and gives it back. Everything scrolls except the actions,
 * which stay in sight. The element with `data-focus-first` has the focus at first: Cancel, where something would be lost.
 */
export function Dialog({ isOpen, ...dialog }: DialogProps) {
  return isOpen ? <OpenDialog {...dialog} /> : null
}

function OpenDialog({ title, description, children, actions, onClose }: Omit<DialogProps, 'isOpen'>) {
  const id = useId()
  const modal = useModal(onClose)
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      aria-describedby={description ? `${id}about` : undefined}
      className="dialog"
    >
      <div className="dialog-frame">
        <h2 id={id} className="display text-[2rem]">
          {title}
        </h2>
        {description && (
          <div id={`${id}about`} className="mt-3 grid gap-3 leading-snug">
            {description}
          </div>
        )}
        {children && <div className="mt-5">{children}</div>}
        {actions && <DialogActions>{actions}</DialogActions>}
      </div>
    </dialog>
  )
}

/** The buttons at the foot of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="dialog-actions">{children}</div>
}
