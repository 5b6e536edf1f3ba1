import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import type { ButtonLook } from '#src/ui/button-class.ts'
import { createForm, type FieldErrors, type FormParts } from './form-store.ts'

export type FormProps<Input, Answer> = FormParts<Input, Answer> & {
  /** The text of the button, and its text while the form is busy: 'Sign In', 'Signing in...'. */
  label: string
  busyLabel: string
  children: (errors: FieldErrors) => ReactNode
  /** Between the fields and the button. */
  aside?: ReactNode
  /** Beside the button: the others of a dialog. */
  actions?: ReactNode
  /** The look of the button; by default that of the main action of a page, at full width. */
  look?: ButtonLook
}

const HERO: ButtonLook = { variant: 'hero', size: 'lg' }

/**
 * A real form element, for password managers and the Enter key. Its fields are uncontrolled and read by name. Because of
 * `method`, a form that is sent before its script has loaded does not put a password into the address.
 */
export function Form<Input, Answer>(props: FormProps<Input, Answer>) {
  const { label, busyLabel, children, aside, actions, look, ...parts } = props
  const latest = useRef(parts)
  latest.current = parts
  const [{ $form, submit }] = useState(() => createForm(latestParts(latest)))
  const { isBusy, errors } = useStore($form)
  const form = useRef<HTMLFormElement>(null)
  const isReady = useReady()
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void submit(Object.fromEntries(new FormData(event.currentTarget)))
      }}
      className="flex flex-col gap-5"
    >
      {children(errors)}
      {aside}
      <div className="dialog-actions">
        <Button type="submit" {...(look ?? HERO)} disabled={!isReady} isBusy={isBusy} className={look ? '' : 'w-full'}>
          {isBusy ? busyLabel : label}
        </Button>
        {actions}
      </div>
    </form>
  )
}

/** A stable object that always calls the functions of the latest render. */
function latestParts<Input, Answer>(latest: { current: FormParts<Input, Answer> }): FormParts<Input, Answer> {
  const { schema, wording } = latest.current
  return {
    schema,
    wording,
    send: (input) => latest.current.send(input),
    onDone: (answer, input) => latest.current.onDone(answer, input),
    onRefused: (refusal) => latest.current.onRefused?.(refusal) ?? false,
  }
}

/** False in the built page, true once the script has loaded. */
function useReady(): boolean {
  const [isReady, ready] = useState(false)
  useEffect(() => ready(true), [])
  return isReady
}
