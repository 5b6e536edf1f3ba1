import type { TopicLine } from '#src/contract/forum.ts'
import { categoryPath, postPath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { Moment } from './Moment.tsx'
import { Tags } from './Tags.tsx'

type TopicRowProps = { topic: TopicLine; hasCategory: boolean }

/** A topic as a line of a list. A solved one carries the torque stripe of a bolt that is tight. */
export function TopicRow({ topic, hasCategory }: TopicRowProps) {
  const { id, title, category, author, replyCount, thankCount } = topic
  return (
    <li className={topic.isSolved ? 'topic topic-solved' : 'topic'}>
      <div className="topic-main">
        <h3>
          <a href={postPath(id)}>{title}</a>
        </h3>
        <p className="meta">
          <Tags {...topic} />
          {hasCategory && (
            <a className="chip" href={categoryPath(category.slug)}>
              {category.name}
            </a>
          )}
          <span>
            by <Author author={author} />
          </span>
        </p>
      </div>
      <Figure count={replyCount} noun={replyCount === 1 ? 'reply' : 'replies'} />
      <Figure count={thankCount} noun="thanks" />
      <LastPost {...topic} />
    </li>
  )
}

function Figure({ count, noun }: { count: number; noun: string }) {
  return (
    <p className={count === 0 ? 'figure figure-none' : 'figure'}>
      <b>{count.toLocaleString('en-US')}</b> {noun}
    </p>
  )
}

function LastPost({ replyCount, createdAt, lastPostAt, lastAuthor }: TopicLine) {
  if (replyCount === 0)
    return (
      <p className="last">
        <Moment at={createdAt} /> <span>no replies yet</span>
      </p>
    )
  return (
    <p className="last">
      <Moment at={lastPostAt} />{' '}
      <span>
        last by <Author author={lastAuthor} />
      </span>
    </p>
  )
}
