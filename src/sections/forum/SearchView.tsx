import type { PostFound } from '#src/contract/forum.ts'
import { categoryPath, FORUM, postPath, searchPath } from '#src/contract/forum-paths.ts'
import { Author } from './Author.tsx'
import { ForumHead } from './ForumHead.tsx'
import { searchPagePath } from './list-path.ts'
import { Moment } from './Moment.tsx'
import { Pager } from './Pager.tsx'
import { Pieces } from './Pieces.tsx'
import { Tags } from './Tags.tsx'

type SearchViewProps = {
  q: string
  cursor: string | null
  found: { items: readonly PostFound[]; nextCursor: string | null; isEmptyQuestion: boolean }
}

/** What a search found, the newest first. A page may be empty and still lead on. (docs/decisions/0038) */
export function SearchView({ q, cursor, found: { items, nextCursor, isEmptyQuestion } }: SearchViewProps) {
  return (
    <>
      <ForumHead title="Search" crumbs={[]} q={q} />
      <div className="wrap forum-one">
        <h2 className="results">{isEmptyQuestion ? 'Ask for something' : `Posts with “${q}”`}</h2>
        {items.length > 0 ? (
          <ol className="sheet">
            {items.map((post) => (
              <Found key={post.id} post={post} />
            ))}
          </ol>
        ) : (
          <div className="sheet blank">
            {isEmptyQuestion ? <NothingAsked /> : nextCursor === null ? <NothingFound /> : <NothingYet />}
          </div>
        )}
        <Pager
          label="Pages of results"
          back={cursor === null ? undefined : { href: searchPath(q), text: 'First page' }}
          on={nextCursor === null ? undefined : { href: searchPagePath(q, nextCursor), text: 'More results' }}
        />
      </div>
    </>
  )
}

function Found({ post: { id, number, title, excerpt, category, author, createdAt, isSolved } }: { post: PostFound }) {
  return (
    <li className={isSolved ? 'found topic-solved' : 'found'}>
      <h3>
        <a href={postPath(id)}>
          <Pieces of={title} />
        </a>
      </h3>
      <p className="excerpt">
        <Pieces of={excerpt} />
      </p>
      <p className="meta">
        <Tags isSolved={isSolved} isPinned={false} isLocked={false} />
        <a className="chip" href={categoryPath(category.slug)}>
          {category.name}
        </a>
        <span>
          {number === 1 ? 'asked by ' : `reply #${number} by `}
          <Author author={author} />
        </span>
        <Moment at={createdAt} />
      </p>
    </li>
  )
}

function NothingAsked() {
  return (
    <p>
      Type the words a post would have used: <b>vibration sensor mounting</b>. Quotation marks keep words together, a
      minus leaves one out: <b>"ultrasonic grease" -motor</b>.
    </p>
  )
}

/** What is said often, but not of late or not in this order, is looked for in parts. */
function NothingYet() {
  return (
    <>
      <p className="label">Nothing so far</p>
      <p>None of the newer posts says this. Older ones may: ask for more results.</p>
    </>
  )
}

function NothingFound() {
  return (
    <>
      <p className="label">Nothing found</p>
      <p>
        Try fewer words, or the plainer ones. Or look through <a href={FORUM}>all topics</a>.
      </p>
    </>
  )
}
