import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { LETTER_ID } from '#src/sections/letter-id.ts'
import { Button } from '#src/ui/Button.tsx'
import { type CopyStatus, createCopy } from './copy.ts'

const LABELS: Record<CopyStatus, string> = { idle: 'Copy letter', copied: 'Copied!', selected: 'Press Ctrl+C' }
const SPOKEN: Record<CopyStatus, string> = {
  idle: '',
  copied: 'The letter is on your clipboard.',
  selected: 'The letter is selected. Press Control and C to copy it.',
}

/** The letter's text in the phase that shows now. */
function shownLetter(): HTMLElement | null {
  return document.querySelector(`#${LETTER_ID} > :not([hidden]) pre`)
}

function selectAndCopy(): boolean {
  const letter = shownLetter()
  if (!letter) return false
  getSelection()?.selectAllChildren(letter)
  return document.execCommand('copy')
}

function newCopy() {
  return createCopy({
    text: () => shownLetter()?.textContent ?? '',
    write: (text) => navigator.clipboard.writeText(text),
    selectAndCopy,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  })
}

/** Copies the business-case letter: 'Copied!' for two seconds. (product 2) */
export function CopyLetter() {
  const [{ $status, copy }] = useState(newCopy)
  const status = useStore($status)
  return (
    <>
      <Button variant="industrial" data-needs-js onClick={() => void copy()} className="min-w-44">
        {LABELS[status]}
      </Button>
      <span role="status" className="sr-only">
        {SPOKEN[status]}
      </span>
    </>
  )
}
