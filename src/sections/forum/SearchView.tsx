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

/** What a search found, the newest first. A page may be short, or empty, and still lead on. (decision 0038) */
export function SearchView({ q, cursor, found }: SearchViewProps) {
  const { items, nextCursor, searchedTo, isEmptyQuestion } = found
  return (
    <>
      <ForumHead title="Search" crumbs={[]} q={q} />
      <div className="wrap forum-single">
        <h2 className="results">{isEmptyQuestion ? 'Search the forum' : `Posts with “${q}”`}</h2>
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
      Enter words from the post: <b>vibration sensor mounting</b>. Use quotation marks for a phrase and a minus to
      exclude a word: <b>"ultrasonic grease" -motor</b>.
    </p>
  )
}

/** What may be anywhere, and is nowhere of late, is looked for in parts. */
function NothingYet({ searchedTo }: { searchedTo: Instant }) {
  return (
    <>
      <p className="label">No results so far</p>
      <p>
        <SearchedTo at={searchedTo} />
      </p>
    </>
  )
}

function SearchedTo({ at }: { at: Instant }) {
  return (
    <>
      We searched posts since <Moment at={at} /> so far. Choose “More results” to look further back.
    </>
  )
}

function NothingMore() {
  return (
    <>
      <p className="label">No more results</p>
      <p>No older posts match.</p>
    </>
  )
}

function NothingFound() {
  return (
    <>
      <p className="label">No results</p>
      <p>
        Try fewer or simpler words, or browse <a href={FORUM}>all topics</a>.
      </p>
    </>
  )
}
