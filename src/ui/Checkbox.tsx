import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

type CheckboxProps = Omit<ComponentPropsWithRef<'input'>, 'id' | 'type' | 'className' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
}

/** Yes or no, with its label beside it. */
export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        {...input}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}hint` : undefined}
        className="mt-0.5 size-6 shrink-0 cursor-pointer accent-(--tick)"
      />
      <div className="min-w-0 wrap-anywhere">
        <label htmlFor={id} className="cursor-pointer font-semibold leading-snug">
          {label}
        </label>
        {hint && (
          <p id={`${id}hint`} className="text-[.9375rem] text-soft leading-snug">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
