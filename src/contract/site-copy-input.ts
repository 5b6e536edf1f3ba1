import { z } from 'zod'
import { findReferences, unknownReferences } from './content-reference.ts'
import { nameText } from './library.ts'
import { type CopyKey, copyGroup, SITE_COPY } from './site-copy.ts'

/** The form of one text. The footer is on pages without an event, so it cannot refer to one. */
export function copyText(key: CopyKey) {
  const { label, most } = SITE_COPY[key]
  return nameText(most, label).superRefine((written, context) => {
    const [unknown] = copyGroup(key) === 'footer' ? findReferences(written) : unknownReferences(written)
    if (unknown === undefined) return
    const message = copyGroup(key) === 'footer' ? NO_EVENT_HERE : `There is no fact {{${unknown}}}.`
    context.addIssue({ code: 'custom', message })
  })
}

/** Refuses a reference to an event in a text of every page. */
const NO_EVENT_HERE = 'This text is on pages without an event, so it cannot refer to one.'

const MOST_COPY = 2000
/** A text, or null for the default; `version` is the one that was seen, 0 for a text that was never edited. */
export const copyChange = z.strictObject({
  text: nameText(MOST_COPY, 'Text').nullable(),
  version: z.int().min(0),
})
export type CopyChange = z.output<typeof copyChange>
