import { type ReactNode, useEffect, useRef } from 'react'
import { sourceFault } from '#src/contract/forum.ts'
import { Button } from '#src/ui/Button.tsx'
import { $act, type Act } from './acts.ts'
import { Composer, type ComposerHandle } from './Composer.tsx'
import { showPosted } from './forum.ts'
import { sendReply } from './forum-calls.ts'
import type { Writing } from './forum-draft.ts'
import { quoteOf } from './markdown-marks.ts'
import { authorOf, numberOf, postInPage, wordsOf } from './page-posts.tsx'
import { Refusal } from './Refusal.tsx'
import { useWriting } from './use-writing.ts'

type ReplyFormProps = {
  topicId: string
  /** False for whoever may write, but not post yet. */
  mayPost: boolean
  say: (news: string) => void
  /** Above the text: what to know before it is written. */
  children: ReactNode
}

/** Where a reply is written. The buttons of all posts lead here. */
export function ReplyForm({ topicId, mayPost, say, children }: ReplyFormProps) {
  const composer = useRef<ComposerHandle>(null)
  const { fields, isBusy, fault, edit, post } = useWriting({
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
      <Refusal fault={fault} />
      <Button type="submit" variant="hero" disabled={isBusy || !mayPost} className="justify-self-start">
        {isBusy ? 'Posting...' : fault?.mayTryAgain ? 'Try again' : 'Post reply'}
      </Button>
    </form>
  )
}

/** What a press in a post brings into the reply. */
function answering({ name, postId }: Act): { change?: Partial<Writing>; quote?: string } {
  const article = postInPage(postId)
  if (!article || (name !== 'reply' && name !== 'quote')) return {}
  const author = authorOf(article)
  const change = { replyToId: postId, replyTo: `#${numberOf(article)}${author ? ` by ${author}` : ''}` }
  return name === 'quote' ? { change, quote: quoteOf(wordsOf(article), author) } : { change }
}

function AnswerTo({ writing: { replyTo }, onDrop }: { writing: Writing; onDrop: () => void }) {
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
