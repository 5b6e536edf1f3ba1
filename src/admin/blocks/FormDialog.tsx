import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Dialog } from '#src/ui/Dialog.tsx'
import { EditForm, type EditFormProps } from './EditForm.tsx'
import { useCloseGuard } from './use-close-guard.tsx'

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
  const { title, lead, loss, onClose, children, ...edit } = props
  const { isDirty } = edit.form.formState
  const close = useCloseGuard(onClose, () => isDirty, loss)
  return (
    <Dialog isOpen title={title} description={lead} onClose={close}>
      <EditForm {...edit} onCancel={close}>
        {children}
      </EditForm>
    </Dialog>
  )
}
