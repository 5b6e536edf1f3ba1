import { type ReactNode, useId } from 'react'

export type FieldProps = {
  label: string
  /** What helps to fill it in; read out with the field. */
  hint?: ReactNode
  /** The error of the current value. */
  error?: string | undefined
}

/** What the control of a field has to carry, so that label, hint and error belong to it. */
type FieldControl = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** A labeled control with its hint and its error. (security AX6) */
export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId()
  const hintId = hint ? `${id}hint` : undefined
  const errorId = error ? `${id}error` : undefined
  const described = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-semibold leading-snug">
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <div id={hintId} className="text-[.9375rem] text-soft leading-snug">
          {hint}
        </div>
      )}
    </div>
  )
}

/** What is wrong with a field, below its control. */
export function FieldError({ id, children }: { id?: string | undefined; children: string }) {
  return (
    <p id={id} role="alert" className="flex gap-2 font-semibold text-[.9375rem] text-stop-ink leading-snug">
      <span aria-hidden="true" className="hazard-stop mt-0.5 w-1.5 shrink-0 rounded-sm" />
      {children}
    </p>
  )
}
