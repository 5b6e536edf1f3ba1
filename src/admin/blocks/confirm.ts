import { atom } from 'nanostores'
import type { ReactNode } from 'react'

/** A question before something is lost or sent to many people, and the action. */
export type Confirmation = {
  title: string
  /** What is lost, by name. */
  message: ReactNode
  /** On the button: 'Delete vendor', and 'Deleting...' while it is done. */
  label: string
  busyLabel: string
  /** 'default' for an action that loses nothing; otherwise the button is red. */
  variant?: 'default'
  /** Does it. A rejection keeps the question open; the caller shows the error in a toast. */
  act: () => Promise<unknown>
}

/** The question that is open. `AdminApp` shows it. */
export const $question = atom<Confirmation | undefined>()

/** Asks before `act` is done, so that a row action is one object: `run: () => confirm({ … })`. */
export function confirm(question: Confirmation): void {
  $question.set(question)
}
