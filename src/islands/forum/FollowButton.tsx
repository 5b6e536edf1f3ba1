import { useStore } from '@nanostores/react'
import { Button } from '#src/ui/Button.tsx'
import { mine } from './forum.ts'
import { follow } from './forum-calls.ts'
import { useAttempt } from './use-attempt.ts'

/** Whether this viewer hears of new replies. */
export function FollowButton({ topicId, say }: { topicId: string; say: (news: string) => void }) {
  const isFollowing = useStore(mine.$mine)?.isFollowing
  const [isBusy, toggle] = useAttempt(
    () => follow(topicId, !isFollowing),
    () => {
      mine.change({ isFollowing: !isFollowing })
      say(isFollowing ? 'You no longer follow this topic.' : 'You now follow this topic.')
    },
  )
  if (isFollowing === undefined) return null
  return (
    <Button variant="outline" aria-pressed={isFollowing} disabled={isBusy} onClick={toggle} className="mt-4 w-full">
      {isFollowing ? 'Following' : 'Follow this topic'}
    </Button>
  )
}
