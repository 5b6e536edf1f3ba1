import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type ConfirmDialogProps = {
  title: string
  /** What is lost. */
  children: ReactNode
  /** On the button that does it, and on the same button while it is being done. */
  label: string
  busyLabel: string
  variant?: 'destructive' | 'default'
  /** True once it is done; the dialog then closes. */
  onConfirm: () => Promise<boolean>
  onClose: () => void
}

/** Asks before something is lost, or sent to many, and says what. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, label, busyLabel, variant = 'destructive', onConfirm, onClose } = props
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const isDone = await onConfirm()
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <Dialog
      isOpen
      title={title}
      description={children}
      onClose={onClose}
      actions={
        <>
          <Button variant={variant} isBusy={isBusy} onClick={() => void confirm()}>
            {isBusy ? busyLabel : label}
          </Button>
          {/* Enter pressed twice by mistake must not delete. */}
          <Button variant="outline" onClick={onClose} data-focus-first>
            Cancel
          </Button>
        </>
      }
    />
  )
}
