import type { TopicPage } from '#src/contract/forum.ts'
import { categoryPath, topicPagePath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { counted } from './counted.ts'
import { ForumHead } from './ForumHead.tsx'
import { Moment } from './Moment.tsx'
import { Pager } from './Pager.tsx'
import { PostCard } from './PostCard.tsx'
import { ReplyArea } from './ReplyArea.tsx'
import { SolvedBox } from './SolvedBox.tsx'
import { Tags } from './Tags.tsx'
import { TopicFacts } from './TopicFacts.tsx'

/** A page of a topic. */
export function TopicView({ page }: { page: TopicPage }) {
  const { topic, posts } = page
  const numbers = new Set(posts.map(({ number }) => number))
  return (
    <>
      <TopicHead topic={topic} />
      <div className="wrap topic-cols">
        <div>
          {!topic.isLocked && (
            <a href="#reply-title" className="sr-only focus:not-sr-only">
              Skip to reply
            </a>
          )}
          <SolvedBox page={page} />
          {page.before !== null && <TopicPager page={page} />}
          {posts.map((post) => (
            <PostCard
              key={post.id}
              post={post}
              starter={topic.author?.username}
              isNear={(number) => numbers.has(number)}
            />
          ))}
          <div data-new-posts />
          <TopicPager page={page} />
          <ReplyArea topic={topic} />
        </div>
        <TopicFacts topic={topic} />
      </div>
    </>
  )
}

function TopicHead({ topic }: { topic: TopicPage['topic'] }) {
  const { title, category, author, createdAt, replyCount } = topic
  return (
    <ForumHead title={title} isWritten crumbs={[{ href: categoryPath(category.slug), text: category.name }]}>
      <p className="meta">
        <Tags {...topic} />
        <span>
          by <Author author={author} />
        </span>
        <Moment at={createdAt} />
        <span data-count="replies">{counted(replyCount, 'reply', 'replies')}</span>
      </p>
    </ForumHead>
  )
}

function TopicPager({ page: { topic, before, after } }: { page: TopicPage }) {
  return (
    <Pager
      label="Pages of this topic"
      back={before === null ? undefined : { href: topicPagePath(topic.id, before || null), text: 'Earlier posts' }}
      on={after === null ? undefined : { href: topicPagePath(topic.id, after), text: 'Later posts' }}
    />
  )
}
