import { useEffect, useState } from 'react'
import { FIRST_TOPIC_IN_REVIEW } from '#src/contract/forum.ts'
import { postPath } from '#src/contract/forum-paths.ts'
import type { Viewer } from '#src/contract/viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.tsx'
import { toApiError } from '../call.ts'
import { notifyNextPage } from '../toasts.ts'
import { Composer } from './Composer.tsx'
import { listCategories, sendTopic } from './forum-calls.ts'
import { Refusal } from './Refusal.tsx'
import { Standing } from './Standing.tsx'
import { useWriting } from './use-writing.ts'

type Option = readonly [value: string, label: string]
const CHOOSE: Option = ['', 'Choose a category']

/** Where a topic is begun. It then opens at its own address. */
export function NewTopicDesk({ viewer, category }: { viewer: Viewer; category: string }) {
  const [options, fault] = useCategories()
  const isApproved = viewer.approval === 'approved'
  const writing = useWriting({
    of: 'new',
    send: (written, key) => sendTopic({ ...written, categoryId: written.categoryId || category }, key),
    onPosted: ({ topicId, post }) => {
      if (post.state === 'review') notifyNextPage({ kind: 'success', message: FIRST_TOPIC_IN_REVIEW })
      location.assign(post.state === 'review' ? '/forum' : postPath(topicId))
    },
  })
  const { fields, isBusy, edit, post } = writing
  return (
    <form
      noValidate
      aria-label="New topic"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void post()
      }}
      className="grid gap-5"
    >
      <Select
        label="Category"
        name="categoryId"
        value={fields.categoryId || category}
        options={options}
        onChange={({ currentTarget }) => edit({ categoryId: currentTarget.value })}
        error={fault ?? writing.fault?.fields.categoryId}
      />
      <TextInput
        label="Title"
        name="title"
        autoComplete="off"
        readOnly={isBusy}
        value={fields.title}
        onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
        error={writing.fault?.fields.title}
        hint="Name the machine and the problem, as you would to a colleague."
      />
      <Composer
        label="Text"
        rows={12}
        value={fields.source}
        onChange={(source) => edit({ source })}
        isBusy={isBusy}
        error={writing.fault?.fields.source}
      />
      <Refusal fault={writing.fault} />
      {!isApproved && <Standing />}
      <Button type="submit" variant="hero" size="lg" disabled={isBusy || !isApproved} className="justify-self-start">
        {isBusy ? 'Posting...' : writing.fault?.mayTryAgain ? 'Try again' : 'Post topic'}
      </Button>
    </form>
  )
}

/** The categories that are open, to choose from; and why they could not be read. */
function useCategories(): [readonly Option[], string | undefined] {
  const [options, setOptions] = useState<readonly Option[]>([CHOOSE])
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    listCategories().then(
      ({ items }) => {
        const open = items.filter(({ isClosed }) => !isClosed)
        setOptions([CHOOSE, ...open.map(({ id, name }): Option => [id, name])])
      },
      (cause: unknown) => setFault(toApiError(cause).detail),
    )
  }, [])
  return [options, fault]
}
