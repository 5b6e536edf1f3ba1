import type { PostFound, SearchPage } from '#src/contract/forum.ts'
import { categoryPath, FORUM, postPath, searchPath } from '#src/contract/forum-paths.ts'
import type { Instant } from '#src/contract/instant.ts'
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
  found: SearchPage
}

/** What a search found, the newest first. A page may be short, or empty, and still lead on. (docs/decisions/0038) */
export function SearchView({ q, cursor, found }: SearchViewProps) {
  const { items, nextCursor, searchedTo, isEmptyQuestion } = found
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
            <Blank cursor={cursor} found={found} />
          </div>
        )}
        {items.length > 0 && searchedTo !== null && (
          <p className="remark">
            <SearchedTo at={searchedTo} />
          </p>
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

function Blank({ cursor, found: { searchedTo, isEmptyQuestion } }: Omit<SearchViewProps, 'q'>) {
  if (isEmptyQuestion) return <NothingAsked />
  if (searchedTo !== null) return <NothingYet searchedTo={searchedTo} />
  return cursor === null ? <NothingFound /> : <NothingMore />
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

/** What may be anywhere, and is nowhere of late, is looked for in parts. */
function NothingYet({ searchedTo }: { searchedTo: Instant }) {
  return (
    <>
      <p className="label">Nothing so far</p>
      <p>
        <SearchedTo at={searchedTo} />
      </p>
    </>
  )
}

function SearchedTo({ at }: { at: Instant }) {
  return (
    <>
      So far the posts since <Moment at={at} /> were searched. Ask for more results to look further back.
    </>
  )
}

function NothingMore() {
  return (
    <>
      <p className="label">Nothing more</p>
      <p>None of the older posts says this.</p>
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
