import type { ForumCategory, TopicListPage, TopicSort } from '#src/contract/forum.ts'
import { NO_TOPICS } from '#src/contract/forum.ts'
import { FORUM, FORUM_FEED, FORUM_SETTINGS } from '#src/contract/forum-paths.ts'
import { CategoryRail } from './CategoryRail.tsx'
import { ForumHead } from './ForumHead.tsx'
import { NewTopicLink } from './NewTopicLink.tsx'
import { TopicList } from './TopicList.tsx'

type ForumHomeProps = {
  categories: readonly ForumCategory[]
  page: TopicListPage
  sort: TopicSort
  cursor: string | null
}

/** The forum's first page: its categories, and the topics of all of them. */
export function ForumHome({ categories, page, sort, cursor }: ForumHomeProps) {
  return (
    <>
      <ForumHead title="Forum">
        <div className="forum-intro">
          <p className="lead">Where the people who keep plants running compare notes, before and after a workshop.</p>
          <NewTopicLink />
        </div>
      </ForumHead>
      <div className="wrap forum-cols">
        <CategoryRail categories={categories} />
        <div>
          <TopicList base={FORUM} page={page} sort={sort} cursor={cursor} hasCategories empty={<NoTopics />} />
          <p className="ways">
            <a href={FORUM_FEED}>Follow by feed</a> <a href={FORUM_SETTINGS}>Email settings</a>
          </p>
        </div>
      </div>
    </>
  )
}

function NoTopics() {
  return (
    <>
      <p className="label">{NO_TOPICS}</p>
      <p>Ask the first question. What kept you on the floor longest this week?</p>
      <NewTopicLink />
    </>
  )
}
