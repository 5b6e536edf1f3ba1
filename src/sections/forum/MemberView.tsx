import type { MemberPage, MemberPost } from '#src/contract/forum.ts'
import { memberPath, postPath } from '#src/contract/forum-paths.ts'
import { counted } from './counted.ts'
import { ForumHead } from './ForumHead.tsx'
import { memberPagePath } from './list-path.ts'
import { Moment } from './Moment.tsx'
import { Pager } from './Pager.tsx'

/** A member, as everybody may know them: their name, their figures and what they wrote. */
export function MemberView({
  page: { member, posts, nextCursor },
  cursor,
}: {
  page: MemberPage
  cursor: string | null
}) {
  const { username } = member
  return (
    <>
      <ForumHead title={username} isWritten crumbs={[]}>
        <p className="meta">
          {member.isStaff && <span className="staff">Staff</span>}
          <span>
            Member since <Moment at={member.joinedAt} />
          </span>
        </p>
      </ForumHead>
      <div className="wrap forum-single">
        <Figures member={member} />
        <h2 className="results">Posts</h2>
        {posts.length > 0 ? (
          <ol className="sheet">
            {posts.map((post) => (
              <MemberPostItem key={post.id} post={post} />
            ))}
          </ol>
        ) : (
          <p className="sheet blank">{`${username} has not posted anything yet.`}</p>
        )}
        <Pager
          label="Pages of posts"
          back={cursor === null ? undefined : { href: memberPath(username), text: 'Latest posts' }}
          on={nextCursor === null ? undefined : { href: memberPagePath(username, nextCursor), text: 'Earlier posts' }}
        />
      </div>
    </>
  )
}

function Figures({ member: { postCount, thankCount, solvedCount } }: { member: MemberPage['member'] }) {
  const figures = [
    [postCount, 'Posts'],
    [thankCount, 'Thanks received'],
    [solvedCount, 'Topics solved'],
  ] as const
  return (
    <dl className="plate figures">
      {figures.map(([count, name]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="display">{count.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  )
}

function MemberPostItem({ post: { id, number, title, excerpt, createdAt, thankCount } }: { post: MemberPost }) {
  return (
    <li className="found">
      <h3>
        <a href={postPath(id)}>{title}</a>
      </h3>
      <p className="excerpt">{excerpt}</p>
      <p className="meta">
        <span>{number === 1 ? 'asked' : `reply #${number}`}</span>
        <Moment at={createdAt} />
        {thankCount > 0 && <span>{counted(thankCount, 'thanks', 'thanks')}</span>}
      </p>
    </li>
  )
}
