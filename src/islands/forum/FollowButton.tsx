import { useStore } from '@nanostores/react'
import { Button } from '#src/ui/Button.tsx'
import { useAction } from '../forms/use-action.ts'
import { mine } from './forum.ts'
import { follow } from './forum-calls.ts'

/** Whether this viewer hears of new replies. */
export function FollowButton({ topicId, say }: { topicId: string; say: (news: string) => void }) {
  const isFollowing = useStore(mine.$mine)?.isFollowing
  const [isBusy, toggle] = useAction({
    act: () => follow(topicId, !isFollowing),
    onDone: () => {
      mine.change({ isFollowing: !isFollowing })
      say(isFollowing ? 'You do not follow this topic any more.' : 'You follow this topic.')
    },
    wording: { failed: 'That could not be saved. Please try again.' },
  })
  if (isFollowing === undefined) return null
  return (
    <Button variant="outline" aria-pressed={isFollowing} disabled={isBusy} onClick={toggle} className="mt-4 w-full">
      {isFollowing ? 'Following' : 'Follow this topic'}
    </Button>
  )
}
