import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { toApiError } from '../call.ts'
import { useAction } from '../use-action.ts'
import { FormErrorNote } from './FormErrorNote.tsx'
import { type FormError, recheckFields, toFormError } from './posting.ts'

type PromptDialogProps<Answer> = {
  title: string
  /** The text of the button, and its text while `act` runs. */
  label: string
  busyLabel: string
  isDestructive?: boolean
  /** Runs with the values of the fields. Throws `ApiError`. */
  act: (values: FormData) => Promise<Answer>
  onDone: (answer: Answer) => void
  onClose: () => void
  children: (fields: FormError['fields']) => ReactNode
}

/** Asks for what an action needs. If the server refuses it, the dialog stays open with what was typed. */
export function PromptDialog<Answer>(props: PromptDialogProps<Answer>) {
  const { title, label, busyLabel, isDestructive = false, act, onDone, onClose, children } = props
  const [fault, setFault] = useState<FormError>()
  const [isBusy, submit] = useAction({
    act: (form: HTMLFormElement) => {
      setFault(undefined)
      return act(new FormData(form))
    },
    onDone: (answer) => {
      // The dialog returns the focus first, so that `onDone` may move it.
      flushSync(onClose)
      onDone(answer)
    },
    onError: (cause) => setFault(toFormError(toApiError(cause))),
  })
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <form
        noValidate
        aria-busy={isBusy}
        onChange={({ target }) => {
          if (target instanceof Element) setFault(recheckFields(fault, [target.getAttribute('name') ?? ''], {}))
        }}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
        className="flex flex-col gap-5 leading-snug"
      >
        {children(fault?.fields ?? {})}
        <FormErrorNote fault={fault} />
        <DialogActions>
          <Button type="submit" variant={isDestructive ? 'destructive' : 'default'} isBusy={isBusy}>
            {isBusy ? busyLabel : label}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
