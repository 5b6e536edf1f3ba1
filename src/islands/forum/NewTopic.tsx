import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  CHOOSE_CATEGORY,
  FIRST_TOPIC_IN_REVIEW,
  NO_CATEGORY,
  sourceFault,
  TOPIC_WAITS,
  titleFault,
} from '#src/contract/forum.ts'
import { FORUM, postPath } from '#src/contract/forum-paths.ts'
import type { WaitingTopic } from '#src/contract/forum-post.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { PostBody } from '#src/sections/forum/PostBody.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { createResource } from '../resource/resource.ts'
import { Composer } from './Composer.tsx'
import { FormErrorNote } from './FormErrorNote.tsx'
import { listCategories, listWaitingTopics, sendTopic } from './forum-calls.ts'
import { RegistrationStatus } from './MemberPanel.tsx'
import { usePosting } from './posting.ts'

type Option = readonly [value: string, label: string]

/** The open categories, and the viewer's topics in review: those have no page until a moderator approves them. */
const topicChoices = createResource(async () => {
  const [{ items }, { items: waiting }] = await Promise.all([listCategories(), listWaitingTopics()])
  const options = items.filter(({ isClosed }) => !isClosed).map(({ id, name }): Option => [id, name])
  return { options, waiting }
})

type NewTopicProps = { viewer: Viewer; category: string }

/** The form of a new topic. The topic then opens at its own address, or is shown here while it waits for a moderator. */
export function NewTopic({ viewer, category }: NewTopicProps) {
  const [posted, setPosted] = useState<WaitingTopic>()
  useEffect(() => void topicChoices.load(), [])
  if (posted) return <Posted {...posted} />
  return (
    <ResourceState of={topicChoices} what="this form">
      {({ options, waiting }) => (
        <div className="grid gap-5">
          {waiting.map((topic) => (
            <Waiting key={topic.post.id} {...topic} />
          ))}
          {options.length === 0 && <NoCategory />}
          {options.length > 0 && viewer.approval !== 'approved' && <RegistrationStatus />}
          {options.length > 0 && (
            <TopicForm viewer={viewer} category={category} options={options} onWaiting={setPosted} />
          )}
        </div>
      )}
    </ResourceState>
  )
}

type TopicFormProps = NewTopicProps & { options: readonly Option[]; onWaiting: (topic: WaitingTopic) => void }

/** Posts the topic in the category that was chosen, else in the one whose page led here. */
function useTopicPosting({ category, onWaiting }: Pick<TopicFormProps, 'category' | 'onWaiting'>) {
  const title = useRef('')
  return usePosting({
    of: 'new',
    check: (written) => ({
      categoryId: written.categoryId || category ? undefined : CHOOSE_CATEGORY,
      title: titleFault(written.title),
      source: sourceFault(written.source),
    }),
    send: (written, key) => {
      title.current = written.title
      return sendTopic({ ...written, categoryId: written.categoryId || category }, key)
    },
    onPosted: ({ topicId, post: posted }) => {
      if (posted.state === 'review') onWaiting({ title: title.current, post: posted })
      else location.assign(postPath(topicId))
    },
  })
}

function TopicForm({ viewer, category, options, onWaiting }: TopicFormProps) {
  const { fields, isBusy, fault, edit, post } = useTopicPosting({ category, onWaiting })
  return (
    <form
      noValidate
      aria-label="New topic"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        const form = event.currentTarget
        void post().then(() => requestAnimationFrame(() => focusFault(form)))
      }}
      className="grid gap-5"
    >
      <Select
        label="Category"
        name="categoryId"
        value={fields.categoryId || category}
        options={[['', CHOOSE_CATEGORY], ...options]}
        onChange={({ currentTarget }) => edit({ categoryId: currentTarget.value })}
        error={fault?.fields.categoryId}
      />
      <TextInput
        label="Title"
        name="title"
        autoComplete="off"
        readOnly={isBusy}
        value={fields.title}
        onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
        error={fault?.fields.title}
        hint="Name the machine and the problem, as you would to a colleague."
      />
      <Composer
        label="Text"
        rows={12}
        value={fields.source}
        onChange={(source) => edit({ source })}
        isBusy={isBusy}
        error={fault?.fields.source}
      />
      <FormErrorNote fault={fault} />
      <Button
        type="submit"
        variant="hero"
        size="lg"
        disabled={viewer.approval !== 'approved'}
        isBusy={isBusy}
        className="justify-self-start"
      >
        {isBusy ? 'Posting...' : fault?.mayTryAgain ? 'Try again' : 'Post topic'}
      </Button>
    </form>
  )
}

/** The first field that is said to be wrong, which may be far above the button. */
function focusFault(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

function NoCategory() {
  return (
    <p className="note">
      {NO_CATEGORY}{' '}
      <a href={FORUM} className="underline underline-offset-4">
        Go to the forum
      </a>
    </p>
  )
}

/** A topic posted earlier that only its author and the moderators see. */
function Waiting({ title, post: { html } }: WaitingTopic) {
  return (
    <details className="note">
      <summary className="cursor-pointer py-1 font-semibold [overflow-wrap:anywhere]">
        {TOPIC_WAITS}: {title}
      </summary>
      <p className="mt-2 mb-4 leading-snug">{FIRST_TOPIC_IN_REVIEW}</p>
      <PostBody html={html} />
    </details>
  )
}

/** The topic that was just posted, while only its author and the moderators see it, and what happens next. It gets the focus. */
function Posted({ title, post: { html } }: WaitingTopic): ReactNode {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    <div ref={region} role="status" tabIndex={-1} className="grid gap-5 outline-none">
      <div className="flex overflow-hidden rounded-md bg-on-signal text-signal">
        <span aria-hidden="true" className="hazard w-5 shrink-0" />
        <div className="min-w-0 px-4 py-3 leading-snug">
          <h2 className="label text-[1.25rem]">{TOPIC_WAITS}</h2>
          <p className="mt-1">{FIRST_TOPIC_IN_REVIEW}</p>
        </div>
      </div>
      <div>
        <h3 className="font-semibold">What happens next</h3>
        <ol className="mt-2 grid list-decimal gap-1 pl-6 leading-snug">
          <li>
            A moderator reads your topic. Until then, only you and the moderators can see it. You can read it on this
            page.
          </li>
          <li>Once it is approved, everyone can read it, and you get a notice with a link to it.</li>
          <li>Your next posts appear immediately.</li>
        </ol>
      </div>
      <article aria-labelledby="waiting" className="min-w-0 rounded-md border-2 border-line p-4">
        <h3 id="waiting" className="mb-3 font-semibold text-[1.375rem] leading-snug [overflow-wrap:anywhere]">
          {title}
        </h3>
        <PostBody html={html} />
      </article>
      <Button asChild variant="outline" className="justify-self-start">
        <a href={FORUM}>Go to the forum</a>
      </Button>
    </div>
  )
}
