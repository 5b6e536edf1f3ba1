import { atom, type ReadableAtom } from 'nanostores'
import type { z } from 'zod'
import { ApiError, type FieldError } from '../call.ts'
import { dismissErrors, type Notice, notify } from '../toasts.ts'
import { faultNotice, refusalNotice, type Wording } from './refusal.ts'

/** A sentence for each field at fault, by its name. */
export type FieldErrors = Readonly<Record<string, string | undefined>>
export type FormState = { isBusy: boolean; errors: FieldErrors }

export type FormParts<Input, Answer> = {
  /** The contract's own, so that both sides say the same. */
  schema: z.ZodType<Input>
  send: (input: Input) => Promise<Answer>
  /** The form stays busy until this is done. */
  onDone: (answer: Answer, input: Input) => unknown
  wording: Wording
  /** True for a refusal that the page answers by itself, without a toast. */
  onRefused?: (refusal: ApiError) => boolean
  notify?: (notice: Notice) => void
}

type FormStore = {
  $form: ReadableAtom<FormState>
  /** Checks and sends what stands in the fields. While it is busy another call does nothing, so that a double click sends once. */
  submit: (values: Record<string, unknown>) => Promise<void>
}

/**
 * What a form does between its button and its answer: check by the contract, send once, tell what went wrong in a toast and
 * beside the field. Nothing typed is touched. (product 5, 8)
 */
export function createForm<Input, Answer>(parts: FormParts<Input, Answer>): FormStore {
  const { schema, send, onDone, wording, onRefused, notify: tell = notify } = parts
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
      if (!(isOurs && onRefused?.(fault))) tell(refusalNotice(fault, wording))
    }
  }
  const refuse = (errors: FieldErrors) => {
    $form.set({ isBusy: false, errors })
    tell(faultNotice(Object.values(errors)[0] ?? wording.failed, wording))
  }
  return { $form, submit }
}

function toFieldError({ path, message }: { path: PropertyKey[]; message: string }): FieldError {
  return { field: path.map(String).join('.'), message }
}

/** The first sentence of each field. */
function fieldErrors(found: readonly FieldError[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { field, message } of found) errors[field] ??= message
  return errors
}
