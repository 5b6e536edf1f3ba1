import { atom } from 'nanostores'
import type { ReactNode } from 'react'

/** One question before something is lost, or sent to many: what that is, and what does it. */
export type Question = {
  title: string
  /** What is lost, by name. */
  message: ReactNode
  /** On the button: 'Delete vendor', and 'Deleting...' while it is done. */
  label: string
  busyLabel: string
  /** 'default' for what loses nothing; the button is red otherwise. */
  variant?: 'default'
  /** Does it. A rejection keeps the question open; the caller shows the error in a toast. */
  act: () => Promise<unknown>
}

/** The question that is open. `AdminApp` shows it. */
export const $question = atom<Question | undefined>()

/** Asks before `act` is done, so that a row action is one object: `run: () => confirm({ … })`. */
export function confirm(question: Question): void {
  $question.set(question)
}
