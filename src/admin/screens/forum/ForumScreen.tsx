import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { QUEUES, type Queue } from '#src/contract/forum-moderation.ts'
import { Tabs } from '#src/ui/Tabs.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { useUrlState } from '../../blocks/use-url-state.ts'
import { countsQuery } from './forum-calls.ts'
import { QueuePanel } from './QueuePanel.tsx'
import { countOf, QUEUE_NAMES } from './queue-words.ts'

const place = z.object({ queue: z.enum(QUEUES).optional().catch(undefined) })

/** Posts of the forum that wait for a moderator, were reported, or are out of sight. */
export function ForumScreen() {
  const [{ queue = 'waiting' }, set] = useUrlState(place)
  const { data: counts } = useQuery(countsQuery)
  const titleOf = (name: Queue) =>
    counts && name !== 'hidden' ? `${QUEUE_NAMES[name]} (${countOf(counts[name])})` : QUEUE_NAMES[name]
  return (
    <Screen
      title="Forum posts"
      lead="New, reported and hidden posts. Authors are notified of each decision and its reason."
    >
      <Tabs
        label="Queues"
        current={queue}
        onChange={(name) => set({ queue: name })}
        tabs={QUEUES.map((name) => ({
          name,
          title: titleOf(name),
          panel: name === queue && (
            <div>
              <QueuePanel queue={name} />
            </div>
          ),
        }))}
      />
    </Screen>
  )
}
