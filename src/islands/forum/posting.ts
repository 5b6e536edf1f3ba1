import { atom, type ReadableAtom } from 'nanostores'
import type { Posted } from '#src/contract/forum-post.ts'
import { type ApiError, toApiError } from '../call.ts'
import { submissionKey } from '../drafts/submission-key.ts'
import type { Writing, Written } from './forum-draft.ts'

/** Where a text is on its way. What was refused is told with why, and nothing of it is lost. */
export type Posting = { isBusy: boolean; fault: Refused | undefined }
export type Refused = {
  message: string
  /** The same words again may well be taken. */
  mayTryAgain: boolean
  /** Whoever wrote it is not signed in any more. */
  isSignedOut: boolean
  fields: Readonly<Record<string, string | undefined>>
}

export type PostingParts = {
  draft: Written
  /** Sends what is written; what comes twice with one key is posted once. Throws `ApiError`. (security DB3) */
  send: (writing: Writing, key: string) => Promise<Posted>
  onPosted: (posted: Posted) => void
}
export type PostingStore = { $posting: ReadableAtom<Posting>; post: () => Promise<void> }

const SIGNED_OUT = 'Your session has ended. Sign in in another tab and press the button again: your text stays here.'
const NOT_POSTED = 'Nothing was posted. Your text is still here.'

/**
 * What happens between the button and the answer. While it is busy another press does nothing; an answer that was lost is asked
 * for again under the key of the same words, so that they stand there once.
 */
export function createPosting({ draft, send, onPosted }: PostingParts): PostingStore {
  const $posting = atom<Posting>({ isBusy: false, fault: undefined })
  const post = async () => {
    if ($posting.get().isBusy) return
    $posting.set({ isBusy: true, fault: undefined })
    // Kept before it leaves, so that it can be sent again under its key even after this tab is gone.
    draft.save()
    const { fields, name } = draft.$draft.get()
    try {
      const posted = await send(fields, submissionKey(name, fields))
      draft.clear()
      $posting.set({ isBusy: false, fault: undefined })
      onPosted(posted)
    } catch (cause) {
      $posting.set({ isBusy: false, fault: refused(toApiError(cause)) })
    }
  }
  return { $posting, post }
}

/** A refusal in the words of whoever has some. */
export function refused({ status, code, detail, errors }: ApiError): Refused {
  const isSignedOut = status === 401
  const mayTryAgain = status === 0 || status >= 500 || status === 429
  const fields = Object.fromEntries(errors.map(({ field, message }) => [field, message]))
  const sentence = isSignedOut ? SIGNED_OUT : (errors[0]?.message ?? detail)
  const message = code === 'offline' || code === 'internal' ? `${sentence} ${NOT_POSTED}` : sentence
  return { message, mayTryAgain, isSignedOut, fields }
}
