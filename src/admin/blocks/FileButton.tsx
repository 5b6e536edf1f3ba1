import type { ReactNode } from 'react'
import { buttonClass } from '#src/ui/button-class.ts'

type FileButtonProps = {
  children: ReactNode
  /** As in HTML: endings and media types. */
  accept: string
  multiple?: boolean
  variant?: 'outline'
  onFiles: (files: File[]) => void
}

/** A button that chooses files. The same file can be chosen again after it was changed. */
export function FileButton({ children, accept, multiple, variant, onFiles }: FileButtonProps) {
  const ring = 'focus-within:outline-3 focus-within:outline-(--focus) focus-within:outline-offset-3'
  return (
    <label className={buttonClass({ variant, className: `relative w-fit ${ring}` })}>
      {children}
      <input
        type="file"
        accept={accept}
        multiple={multiple}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </label>
  )
}
