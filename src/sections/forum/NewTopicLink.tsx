import { FORUM_NEW } from '#src/contract/forum-paths.ts'

/** The way to a topic of one's own, in this category where there is one. */
export function NewTopicLink({ category }: { category?: string }) {
  return (
    <a className="go label key" href={category ? `${FORUM_NEW}?category=${category}` : FORUM_NEW}>
      Start a topic
    </a>
  )
}
