import { atom, type ReadableAtom } from 'nanostores'
import type { z } from 'zod'
import { ApiError, type ApiFieldError } from '../call.ts'
import { dismissErrors, type NewToast, notify } from '../toasts.ts'
import { errorNotice, inputNotice, type Wording } from './error-notice.ts'

/** A message for each invalid field, by its name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>
export type FormState = { isBusy: boolean; errors: FieldErrors }

export type FormParts<Input, Answer> = {
  /** The schema from the contract, so that both sides show the same messages. */
  schema: z.ZodType<Input>
  send: (input: Input) => Promise<Answer>
  /** The form stays busy until this is done. */
  onDone: (answer: Answer, input: Input) => unknown
  wording: Wording
  /** Returns true for a refusal that the page handles itself, without a toast. */
  onRefused?: (refusal: ApiError) => boolean
  notify?: (notice: NewToast) => void
}

type FormStore = {
  $form: ReadableAtom<FormState>
  /** Checks and sends the values. While it is busy, another call does nothing, so that a double click sends once. */
  submit: (values: Record<string, unknown>) => Promise<void>
}

/**
 * Submits a form: checks it by the contract, sends it once, and shows errors in a toast and beside their fields. It changes
 * nothing that was typed. (product 5, 8)
 */
export function createForm<Input, Answer>(parts: FormParts<Input, Answer>): FormStore {
  const { schema, send, onDone, wording, onRefused, notify: showNotice = notify } = parts
  const $form = atom<FormState>({ isBusy: false, errors: {} })
  const submit = async (values: Record<string, unknown>) => {
    if ($form.get().isBusy) return
    dismissErrors()
    const checked = schema.safeParse(values)
    if (!checked.success) return refuse(fieldErrors(checked.error.issues.map(toFieldError)))
    $form.set({ isBusy: true, errors: {} })
    try {
      await onDone(await send(checked.data), checked.data)
      $form.set({ isBusy: false, errors: {} })
    } catch (fault) {
      const isOurs = fault instanceof ApiError
      $form.set({ isBusy: false, errors: isOurs ? fieldErrors(fault.errors) : {} })
      if (!(isOurs && onRefused?.(fault))) showNotice(errorNotice(fault, wording))
    }
  }
  const refuse = (errors: FieldErrors) => {
    $form.set({ isBusy: false, errors })
    showNotice(inputNotice(Object.values(errors)[0] ?? wording.failed, wording))
  }
  return { $form, submit }
}

function toFieldError({ path, message }: { path: PropertyKey[]; message: string }): ApiFieldError {
  return { field: path.map(String).join('.'), message }
}

/** The first message of each field. */
function fieldErrors(found: readonly ApiFieldError[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) errors[field] ??= message
  return errors
}
