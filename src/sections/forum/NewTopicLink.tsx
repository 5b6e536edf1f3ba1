import { FORUM_NEW } from '#src/contract/forum-paths.ts'

/** The link to the form of a new topic, in this category if there is one. */
export function NewTopicLink({ category }: { category?: string }) {
  return (
    <a className="go label key" href={category ? `${FORUM_NEW}?category=${category}` : FORUM_NEW}>
      Start a topic
    </a>
  )
}
