import { useStore } from '@nanostores/react'
import { useId, useRef, useState } from 'react'
import { createCopy } from '#src/islands/copy.ts'
import { Button } from '#src/ui/Button.tsx'
import { inputClass } from '#src/ui/form-class.ts'

const SAYS = { idle: 'Copy hash', copied: 'Copied!', selected: 'Press Ctrl+C' }

/** The hash of the last entry, to be kept where nobody who reaches the database can. */
export function CopyHash({ hash }: { hash: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [{ $status, copy }] = useState(() =>
    createCopy({
      text: () => field.current?.value ?? '',
      write: (text) => navigator.clipboard.writeText(text),
      selectAndCopy: () => {
        field.current?.select()
        return document.execCommand('copy')
      },
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  )
  const status = useStore($status)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Hash of the last entry
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={field}
          id={id}
          readOnly
          value={hash}
          className={inputClass({ className: 'min-h-12! w-auto! min-w-0 flex-1 font-mono text-base!' })}
        />
        <Button variant="secondary" onClick={() => void copy()}>
          {SAYS[status]}
        </Button>
      </div>
      <p className="text-[.9375rem] text-soft leading-snug">
        Save it somewhere else. Later, it can prove that no entry up to here was removed or rewritten.
      </p>
    </div>
  )
}
