import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { attend } from '../drafts/browser-drafts.ts'
import { openDraft } from './forum-draft.ts'
import { createPosting, type PostingParts } from './posting.ts'

type WritingParts = Omit<PostingParts, 'draft'> & {
  /** What is written: the id of a topic that is answered, or `new`. */
  of: string
}

/** A text with its draft and its way to the server, for as long as its form stands in the page. */
export function useWriting({ of, ...parts }: WritingParts) {
  const [{ draft, posting }] = useState(() => {
    const opened = openDraft(of)
    return { draft: opened, posting: createPosting({ draft: opened, ...parts }) }
  })
  useEffect(() => attend(draft), [draft])
  const { fields } = useStore(draft.$draft)
  const { isBusy, fault } = useStore(posting.$posting)
  return { fields, isBusy, fault, edit: draft.edit, clear: draft.clear, post: posting.post }
}
