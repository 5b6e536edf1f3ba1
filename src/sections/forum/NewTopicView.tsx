import type { ForumCategory } from '#src/contract/forum.ts'
import { ForumHead } from './ForumHead.tsx'

type NewTopicViewProps = {
  categories: readonly ForumCategory[]
  /** The slug of the category that was chosen on the way here. */
  chosen: string | null
}

const ADVICE = [
  ['Name the machine', 'Type, size, speed, what drives it, and how long you have had the problem.'],
  ['Say what you measured', 'Give numbers with units, and say how you took them. A table beats a paragraph.'],
  ['Say what you tried', 'And what changed when you did, so that no one suggests it again.'],
  ['Leave out names', 'No people, customers or plants. The machine is enough.'],
] as const

/** Where a topic is begun. */
export function NewTopicView({ categories, chosen }: NewTopicViewProps) {
  const category = categories.find(({ slug, isClosed }) => slug === chosen && !isClosed)
  return (
    <>
      <ForumHead title="Start a topic" crumbs={[]} />
      <div className="wrap topic-cols">
        <div data-new-topic data-eager data-category={category?.id}>
          <p className="for-guests">
            <a href="/auth">Sign in</a> to start a topic, or <a href="/auth#register">register</a>: new accounts are
            approved by a person, usually within a day.
          </p>
          <p data-without-js>Writing needs JavaScript. Please turn it on for this site and reload the page.</p>
        </div>
        <aside aria-labelledby="advice" className="facts">
          <h2 id="advice" className="label">
            What gets an answer
          </h2>
          <ol className="advice">
            {ADVICE.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </aside>
      </div>
    </>
  )
}
