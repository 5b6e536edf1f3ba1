import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { sourceFault } from '#src/contract/forum.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { $act, type Act } from './acts.ts'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { FormErrorNote } from './FormErrorNote.tsx'
import { mine, showPosted } from './forum.ts'
import { sendReply } from './forum-calls.ts'
import type { PostFields } from './forum-draft.ts'
import { Standing } from './MemberPanel.tsx'
import { quoteOf } from './markdown-marks.ts'
import { authorOf, numberOf, postInPage, wordsOf } from './page-posts.tsx'
import { usePosting } from './posting.ts'

type ReplyDeskProps = { topicId: string; viewer: Viewer; say: (news: string) => void }

/** Where this viewer replies, or why not. Whoever waits for approval may write already; what they wrote is kept. */
export function ReplyDesk({ topicId, viewer, say }: ReplyDeskProps) {
  const own = useStore(mine.$mine)
  const isApproved = viewer.approval === 'approved'
  if (own?.isLocked) return isSaidByPage() ? null : <p role="status">{own.closedBecause}</p>
  return (
    <ReplyForm topicId={topicId} mayPost={isApproved} say={say}>
      {isApproved ? <Pause because={own?.closedBecause ?? null} /> : <Standing />}
    </ReplyForm>
  )
}

/** The page itself says that a topic is locked, unless it was locked since. */
const isSaidByPage = () => document.querySelector('[data-forum-desk][data-locked]') !== null

/** What slow mode says. It may have passed since: the server has the last word. */
function Pause({ because }: { because: string | null }): ReactNode {
  return because !== null && <p role="status">{because}</p>
}

type ReplyFormProps = {
  topicId: string
  /** False for whoever may write, but not post yet. */
  mayPost: boolean
  say: (news: string) => void
  /** Above the text: what to know before it is written. */
  children: ReactNode
}

/** Where a reply is written. The buttons of all posts lead here. */
function ReplyForm({ topicId, mayPost, say, children }: ReplyFormProps) {
  const composer = useRef<ComposerHandle>(null)
  const { fields, isBusy, fault, edit, post } = usePosting({
    of: topicId,
    check: ({ source }) => ({ source: sourceFault(source) }),
    send: (writing, key) => sendReply(topicId, writing, key),
    onPosted: (posted) => {
      showPosted(posted)
      say(posted.post.state === 'review' ? 'Your reply is waiting for a moderator.' : 'Your reply is posted.')
    },
  })
  useEffect(() => {
    const last = $act.get()?.at ?? 0
    return $act.listen((act) => {
      if (!act || act.at <= last) return
      const { change, quote } = answering(act)
      if (change) edit(change)
      if (quote) composer.current?.insert(quote)
      else if (change || act.name === 'write') composer.current?.focus()
    })
  }, [edit])
  return (
    <form
      noValidate
      aria-label="Reply"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      className="grid gap-4"
    >
      {children}
      <AnswerTo writing={fields} onDrop={() => edit({ replyToId: '', replyTo: '' })} />
      <Composer
        ref={composer}
        label="Your reply"
        value={fields.source}
        onChange={(source) => edit({ source })}
        isBusy={isBusy}
        error={fault?.fields.source}
      />
      <FormErrorNote fault={fault} />
      <Button type="submit" variant="hero" disabled={isBusy || !mayPost} className="justify-self-start">
        {isBusy ? 'Posting...' : fault?.mayTryAgain ? 'Try again' : 'Post reply'}
      </Button>
    </form>
  )
}

/** What a press in a post brings into the reply. */
function answering({ name, postId }: Act): { change?: Partial<PostFields>; quote?: string } {
  const article = postInPage(postId)
  if (!article || (name !== 'reply' && name !== 'quote')) return {}
  const author = authorOf(article)
  const change = { replyToId: postId, replyTo: `#${numberOf(article)}${author ? ` by ${author}` : ''}` }
  return name === 'quote' ? { change, quote: quoteOf(wordsOf(article), author) } : { change }
}

function AnswerTo({ writing: { replyTo }, onDrop }: { writing: PostFields; onDrop: () => void }) {
  if (replyTo === '') return null
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="[overflow-wrap:anywhere]">Replying to {replyTo}.</span>
      <Button variant="link" size="sm" onClick={onDrop}>
        Reply to the topic instead
      </Button>
    </p>
  )
}
