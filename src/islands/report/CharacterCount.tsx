import type { ReactNode } from 'react'
import { DESCRIPTION_LENGTH } from '#src/contract/report.ts'

const { min, max } = DESCRIPTION_LENGTH
/** From so many characters below the bound on, the count is read out as well, at every tenth. */
const CLOSE = 100
const bound = max.toLocaleString('en-US')

/** Code points, as the rule counts them: without the space around. (decision 0004) */
export function lengthOf(text: string): number {
  return [...text.trim()].length
}

/** What is asked for, and how much of what may be written is. */
export function CharacterCount({ text, children }: { text: string; children: ReactNode }) {
  const length = lengthOf(text)
  const left = max - length
  const isOver = left < 0
  const rounded = Math.floor(left / 10) * 10
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <span>
        {children}
        {length < min && ` At least ${min} characters.`}
      </span>
      <span className={`shrink-0 tabular-nums ${isOver ? 'font-semibold text-stop-ink' : ''}`}>
        {length.toLocaleString('en-US')} / {bound}
        <span className="sr-only"> characters</span>
      </span>
      <span role="status" className="sr-only">
        {isOver ? 'Too long' : left <= CLOSE && `${rounded} characters left`}
      </span>
    </div>
  )
}
