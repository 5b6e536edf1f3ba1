import { useEffect, useRef, useState } from 'react'
import { Field } from './Field.tsx'
import { inputClass } from './form-class.ts'
import type { TextInputProps } from './TextInput.tsx'

/**
 * A password with a button that shows it. Paste and password managers work as in any field. When its form is sent it is
 * hidden again, so that no browser keeps it among the plain texts.
 */
export function PasswordInput({ label, hint, error, look, ...input }: Omit<TextInputProps, 'type' | 'ref'>) {
  const [isShown, show] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = ref.current?.form
    const hide = () => show(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            ref={ref}
            type={isShown ? 'text' : 'password'}
            className={`${inputClass({ isInvalid: error !== undefined, look })} pr-20`}
          />
          <button
            type="button"
            aria-label={`${isShown ? 'Hide' : 'Show'} password`}
            aria-pressed={isShown}
            onClick={() => show(!isShown)}
            className="absolute inset-y-1 right-1 min-w-16 cursor-pointer rounded px-2 font-semibold text-[.9375rem] underline-offset-4 hover:underline"
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}
