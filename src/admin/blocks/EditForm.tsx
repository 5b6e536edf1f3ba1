import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type Path, type UseFormReturn } from 'react-hook-form'
import type { ApiError } from '#src/islands/call.ts'
import { useUnloadWarning } from '#src/islands/unload-warning.ts'
import { Button } from '#src/ui/Button.tsx'
import { DialogActions } from '#src/ui/Dialog.tsx'

export type EditFormProps<Values extends FieldValues, Input> = {
  form: UseFormReturn<Values, unknown, Input>
  onSubmit: (input: Input) => unknown
  /** On the button: 'Save vendor', and 'Saving...' while it is saved. */
  label: string
  busyLabel?: string
  isBusy: boolean
  onCancel?: () => void
  /** On the button that does nothing, where 'Cancel' could be taken for the action itself. */
  cancelLabel?: string | undefined
  /** Shown next to the button. */
  aside?: ReactNode
  /** The merge view from `useVersionedForm` if someone else saved the row. */
  conflict?: ReactNode
  children: ReactNode
}

/**
 * The shell of a form: `useForm({ resolver: zodResolver(schema), defaultValues })`, its fields, one button. The first field with
 * an error gets the focus and shows the error. What was typed stays, and the browser asks before the page is left with unsaved text.
 */
export function EditForm<Values extends FieldValues, Input>(props: EditFormProps<Values, Input>) {
  const {
    form,
    onSubmit,
    label,
    busyLabel = 'Saving...',
    isBusy,
    onCancel,
    cancelLabel = 'Cancel',
    aside,
    conflict,
    children,
  } = props
  // A form that has made something may lead to it while the save is still open.
  useUnloadWarning(form.formState.isDirty, isBusy)
  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void form.handleSubmit((input) => onSubmit(input))(event)
        }}
        className="flex flex-col gap-5"
      >
        {children}
        <DialogActions>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? busyLabel : label}
          </Button>
          {onCancel && (
            <Button variant="outline" onClick={onCancel}>
              {cancelLabel}
            </Button>
          )}
          {aside}
        </DialogActions>
      </form>
      {conflict}
    </FormProvider>
  )
}

/** Shows the server's field errors at their fields. True if the form has all of them, so that no toast is needed. */
export function showFieldErrors<Values extends FieldValues, Input>(
  form: UseFormReturn<Values, unknown, Input>,
  { errors }: ApiError,
): boolean {
  const names = Object.keys(form.getValues())
  const known = errors.filter(({ field }) => names.includes(field.split('.')[0] ?? ''))
  for (const { field, message } of known) form.setError(field as Path<Values>, { message }, { shouldFocus: true })
  return errors.length > 0 && known.length === errors.length
}
