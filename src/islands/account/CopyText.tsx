import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { createCopy } from '../copy.ts'

/** Copies a text: 'Copied!' for two seconds. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const [{ $status, copy }] = useState(() =>
    createCopy({
      text: () => text,
      write: (written) => navigator.clipboard.writeText(written),
      selectAndCopy: () => false,
      wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
    }),
  )
  const status = useStore($status)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => void copy()}>
        {status === 'copied' ? 'Copied!' : label}
      </Button>
      <span role="status" className={status === 'selected' ? 'text-[.9375rem] leading-snug' : 'sr-only'}>
        {status === 'copied' && 'Copied to your clipboard.'}
        {status === 'selected' && 'Your browser blocked copying. Select the text and copy it yourself.'}
      </span>
    </>
  )
}
