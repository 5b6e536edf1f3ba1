import { useEffect, useState } from 'react'
import { digestTime, FORUM_MAIL_WORDS } from '#src/contract/forum-mail.ts'
import type { ForumMail, ForumPreferences } from '#src/contract/forum-post.ts'
import { Button } from '#src/ui/Button.tsx'
import { ResourceState } from '../resource/ResourceState.tsx'
import { createResource } from '../resource/resource.ts'
import { notify } from '../toasts.ts'
import { useAction } from '../use-action.ts'
import { readPreferences, savePreferences } from './forum-calls.ts'

const preferences = createResource(readPreferences)
const CHOICES: readonly ForumMail[] = ['at_once', 'daily', 'none']

/** How often the forum emails the viewer. */
export function MailSettings() {
  useEffect(() => {
    void preferences.load()
    return preferences.forget
  }, [])
  return (
    <ResourceState of={preferences} what="your email settings">
      {(own) => <Choices {...own} />}
    </ResourceState>
  )
}

function Choices({ mail }: ForumPreferences) {
  const [chosen, choose] = useState(mail)
  const [isBusy, save] = useAction({
    act: () => savePreferences({ mail: chosen }),
    onDone: () => notify({ kind: 'success', message: 'Saved.' }),
  })
  return (
    <form
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="grid gap-6"
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-semibold">Email me about replies, mentions and answers</legend>
        {CHOICES.map((choice) => (
          <label key={choice} className="flex min-h-10 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="mail"
              value={choice}
              checked={choice === chosen}
              onChange={() => choose(choice)}
              className="size-6 shrink-0 cursor-pointer accent-(--tick)"
            />
            {FORUM_MAIL_WORDS[choice]}
            {choice === 'daily' && `, at ${digestTime(Date.now())} your time`}
          </label>
        ))}
      </fieldset>
      <p className="max-w-2xl text-soft leading-snug">Your notices in the forum always show everything.</p>
      <Button type="submit" isBusy={isBusy} className="justify-self-start">
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
    </form>
  )
}
