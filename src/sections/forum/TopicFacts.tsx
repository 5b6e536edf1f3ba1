import type { ReactNode } from 'react'
import type { TopicPage } from '#src/contract/forum.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { Moment } from './Moment.tsx'

/** The data plate of a topic. */
export function TopicFacts({ topic }: { topic: TopicPage['topic'] }) {
  const { category, author, createdAt, replyCount, thankCount, lastPostAt, lastAuthor } = topic
  return (
    <aside aria-label="About this topic" className="facts">
      <dl className="plate">
        <Fact name="In">
          <a href={categoryPath(category.slug)}>{category.name}</a>
        </Fact>
        <Fact name="Asked">
          <Moment at={createdAt} /> by <Author author={author} />
        </Fact>
        <Fact name="Replies">
          <span data-count="replies">{replyCount.toLocaleString('en-US')}</span>
        </Fact>
        <Fact name="Thanks">
          <span data-count="thanks">{thankCount.toLocaleString('en-US')}</span>
        </Fact>
        {replyCount > 0 && (
          <Fact name="Latest">
            <Moment at={lastPostAt} /> by <Author author={lastAuthor} />
          </Fact>
        )}
      </dl>
      <div data-forum-follow />
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
