import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Dialog } from '#src/ui/Dialog.tsx'
import { confirm } from './confirm.ts'
import { EditForm, type EditFormProps } from './EditForm.tsx'

type FormDialogProps<Values extends FieldValues, Input> = Omit<EditFormProps<Values, Input>, 'onCancel' | 'aside'> & {
  title: string
  /** Between the heading and the fields. */
  lead?: ReactNode
  /** What is lost when the dialog is closed after something was typed. */
  loss?: string
  onClose: () => void
}

/** A form in a dialog. Escape, a click outside and Cancel ask first if typed text would be lost. */
export function FormDialog<Values extends FieldValues, Input>(props: FormDialogProps<Values, Input>) {
  const { title, lead, loss = 'What you entered will be lost.', onClose, children, ...edit } = props
  const { isDirty } = edit.form.formState
  const close = () => {
    if (!isDirty) return onClose()
    confirm({
      title: 'Unsaved Changes',
      message: <p>{loss}</p>,
      label: 'Close Anyway',
      busyLabel: 'Closing...',
      act: async () => onClose(),
    })
  }
  return (
    <Dialog isOpen title={title} description={lead} onClose={close}>
      <EditForm {...edit} onCancel={close}>
        {children}
      </EditForm>
    </Dialog>
  )
}
