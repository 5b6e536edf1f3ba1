import type { ForumCategory } from '#src/contract/forum.ts'
import { categoryPath } from '#src/contract/forum-paths.ts'
import { counted } from './counted.ts'

type CategoryRailProps = { categories: readonly ForumCategory[]; current?: string }

/** All categories: subjects first, then the rooms of workshops. */
export function CategoryRail({ categories, current }: CategoryRailProps) {
  if (categories.length === 0) return null
  const rooms = categories.filter(({ event }) => event !== null)
  return (
    <nav aria-labelledby="categories" className="rail">
      <h2 id="categories" className="label">
        Categories
      </h2>
      <Categories of={categories.filter(({ event }) => event === null)} current={current} />
      {rooms.length > 0 && (
        <>
          <h2 className="label">Workshop rooms</h2>
          <Categories of={rooms} current={current} />
        </>
      )}
    </nav>
  )
}

function Categories({ of, current }: { of: ForumCategory[]; current: string | undefined }) {
  return (
    <ul>
      {of.map(({ id, slug, name, description, topicCount }) => (
        <li key={id}>
          <a href={categoryPath(slug)} aria-current={slug === current ? 'page' : undefined}>
            <b>{name}</b> <span className="rail-count">{counted(topicCount, 'topic')}</span>
          </a>
          {description !== '' && <p>{description}</p>}
        </li>
      ))}
    </ul>
  )
}
