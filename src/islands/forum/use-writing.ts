import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Posted } from '#src/contract/forum-post.ts'
import { attend } from '../drafts/browser-drafts.ts'
import { openDraft, type Writing } from './forum-draft.ts'
import { createPosting } from './posting.ts'

type WritingParts = {
  /** What is written: the id of a topic that is answered, or `new`. */
  of: string
  send: (writing: Writing, key: string) => Promise<Posted>
  onPosted: (posted: Posted) => void
}

/** A text with its draft and its way to the server, for as long as its form stands in the page. */
export function useWriting({ of, send, onPosted }: WritingParts) {
  const [{ draft, posting }] = useState(() => {
    const opened = openDraft(of)
    return { draft: opened, posting: createPosting({ draft: opened, send, onPosted }) }
  })
  useEffect(() => attend(draft), [draft])
  const { fields } = useStore(draft.$draft)
  const { isBusy, fault } = useStore(posting.$posting)
  return { fields, isBusy, fault, edit: draft.edit, clear: draft.clear, post: posting.post }
}
