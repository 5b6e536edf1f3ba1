import type { ForumCategory, TopicListPage, TopicSort } from '#src/contract/forum.ts'
import { NO_TOPICS } from '#src/contract/forum.ts'
import { categoryFeed, categoryPath } from '#src/contract/forum-paths.ts'
import { CategoryRail } from './CategoryRail.tsx'
import { ForumHead } from './ForumHead.tsx'
import { NewTopicLink } from './NewTopicLink.tsx'
import { TopicList } from './TopicList.tsx'

type CategoryViewProps = {
  category: ForumCategory
  /** All of them, for the way to the others. */
  categories: readonly ForumCategory[]
  page: TopicListPage
  sort: TopicSort
  cursor: string | null
}

/** One category with its topics. */
export function CategoryView({ category, categories, page, sort, cursor }: CategoryViewProps) {
  const { slug, name, description, isClosed, event } = category
  return (
    <>
      <ForumHead title={name} crumbs={[]}>
        <div className="forum-intro">
          <div>
            {description !== '' && <p className="lead">{description}</p>}
            {event && (
              <p className="lead">
                Discussion for <a href={`/event/${event.slug}`}>{event.name}</a>
              </p>
            )}
          </div>
          {!isClosed && <NewTopicLink category={slug} />}
        </div>
      </ForumHead>
      <div className="wrap forum-cols">
        <CategoryRail categories={categories} current={slug} />
        <div>
          {isClosed && (
            <p className="remark">This category is closed. You can read its topics but not start new ones.</p>
          )}
          <TopicList
            base={categoryPath(slug)}
            page={page}
            sort={sort}
            cursor={cursor}
            hasCategories={false}
            empty={<NoTopics category={category} />}
          />
          <p className="ways">
            <a href={categoryFeed(slug)}>Follow {name} by feed</a>
          </p>
        </div>
      </div>
    </>
  )
}

function NoTopics({ category: { slug, isClosed } }: { category: ForumCategory }) {
  return (
    <>
      <p className="label">{NO_TOPICS}</p>
      <p>{isClosed ? 'This category has no topics.' : 'Be the first to ask a question or share what worked.'}</p>
      {!isClosed && <NewTopicLink category={slug} />}
    </>
  )
}
