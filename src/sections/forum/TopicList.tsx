import type { ReactNode } from 'react'
import { TOPIC_SORTS, type TopicListPage, type TopicSort } from '#src/contract/forum.ts'
import { listPath } from './list-path.ts'
import { Pager } from './Pager.tsx'
import { TopicRow } from './TopicRow.tsx'

type TopicListProps = {
  /** The path of the list without a query. */
  base: string
  page: TopicListPage
  sort: TopicSort
  /** Where this page begins; null for the first. */
  cursor: string | null
  hasCategories: boolean
  /** Shown if there are no topics. */
  empty: ReactNode
}

const SORTS: Record<TopicSort, string> = { latest: 'Latest', unanswered: 'Unanswered', top: 'Top' }

/** A page of topics, with links to the three sort orders. */
export function TopicList({ base, page, sort, cursor, hasCategories, empty }: TopicListProps) {
  const topics = [...page.pinned, ...page.items]
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" className="sr-only">
        {`Topics, ${SORTS[sort].toLowerCase()} first`}
      </h2>
      <SortTabs base={base} sort={sort} />
      {topics.length > 0 ? (
        <ol className="sheet">
          {topics.map((topic) => (
            <TopicRow key={topic.id} topic={topic} hasCategory={hasCategories} />
          ))}
        </ol>
      ) : (
        <div className="sheet blank">{sort === 'unanswered' ? <AllAnswered /> : empty}</div>
      )}
      <Pager
        label="Pages of topics"
        back={cursor === null ? undefined : { href: listPath(base, { sort }), text: 'First page' }}
        on={
          page.nextCursor === null
            ? undefined
            : { href: listPath(base, { sort, cursor: page.nextCursor }), text: 'More topics' }
        }
      />
    </section>
  )
}

function SortTabs({ base, sort: current }: { base: string; sort: TopicSort }) {
  return (
    <nav aria-label="Order of topics" className="sorts">
      <ul>
        {TOPIC_SORTS.map((sort) => (
          <li key={sort}>
            <a href={listPath(base, { sort })} aria-current={sort === current ? 'page' : undefined}>
              {SORTS[sort]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AllAnswered() {
  return (
    <>
      <p className="label">No unanswered topics</p>
      <p>Every topic here has at least one reply.</p>
    </>
  )
}
