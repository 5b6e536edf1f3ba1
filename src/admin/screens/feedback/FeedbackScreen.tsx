import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Changed } from '#src/contract/versioned.ts'
import {
  type Feedback,
  NONE_PUBLISHED,
  NOTHING_SHIPPED,
  UNPUBLISHED_WISHES,
  WISH_PUBLISHED,
  type Wish,
} from '#src/contract/wish.ts'
import { formatDate } from '#src/islands/format-instant.ts'
import { Button } from '#src/ui/Button.tsx'
import { api, ask } from '../../api.ts'
import { AdminLink } from '../../blocks/AdminLink.tsx'
import { Empty } from '../../blocks/Empty.tsx'
import { Panel } from '../../blocks/Panel.tsx'
import { Screen } from '../../blocks/Screen.tsx'
import { Shown } from '../../blocks/Shown.tsx'
import { useSave } from '../../blocks/use-save.ts'
import { links } from '../../links.ts'
import { Figures } from './Figures.tsx'

/** The wishes that visitors see as published, and figures about their reports. (product 2: feedback) */
export function FeedbackScreen() {
  const query = useQuery(feedbackQuery)
  return (
    <Screen
      title="Feedback"
      lead="Shipped wishes under “You asked, we did”, and report figures."
      actions={
        <Button asChild variant="outline">
          <a href="/feedback" target="_blank" rel="noopener">
            Open the page<span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Button>
      }
    >
      <Shown query={query} what="feedback">
        {({ figures, published, unpublished }) => (
          <div className="grid grid-cols-1 gap-8">
            <PublishedWishes published={published} unpublished={unpublished} />
            <Figures {...figures} />
          </div>
        )}
      </Shown>
    </Screen>
  )
}

/** What is shipped: what visitors read of it, and what they do not. */
function PublishedWishes({ published, unpublished }: { published: readonly Wish[]; unpublished: readonly Wish[] }) {
  const board = (
    <Button asChild>
      <AdminLink to={links.wishlist()}>Open the wishlist</AdminLink>
    </Button>
  )
  if (published.length + unpublished.length === 0) {
    return (
      <Empty title={NOTHING_SHIPPED} action={board}>
        Move a wish to “Shipped” and publish it to show visitors what you did.
      </Empty>
    )
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Panel title="Published">
        {published.length === 0 && <p className="px-5 py-5 text-soft">{NONE_PUBLISHED}</p>}
        <Wishes wishes={published} />
      </Panel>
      {unpublished.length > 0 && (
        <Panel title={UNPUBLISHED_WISHES}>
          <Wishes wishes={unpublished} />
        </Panel>
      )}
    </div>
  )
}

function Wishes({ wishes }: { wishes: readonly Wish[] }) {
  return (
    <ol className="divide-y divide-line">
      {wishes.map((wish) => (
        <Line key={wish.id} wish={wish} />
      ))}
    </ol>
  )
}

function Line({ wish }: { wish: Wish }) {
  const { id, title, publicTitle, publicText, shippedAt, isPublic } = wish
  const name = publicTitle ?? title
  return (
    <li className="px-5 py-4 [overflow-wrap:anywhere]">
      <p className="text-[.875rem] text-soft">Shipped {formatDate(shippedAt ?? 0)}</p>
      <p className="font-semibold leading-snug">{name}</p>
      {publicText && <p className="mt-1 whitespace-pre-line leading-snug">{publicText}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <PublishSwitch wish={wish} name={name} />
        <Button asChild variant="outline" size="sm">
          <AdminLink to={links.wishlist({ wish: id })}>
            Edit text<span className="sr-only"> of {name}</span>
          </AdminLink>
        </Button>
        {isPublic && publicTitle === null && (
          <span className="self-center text-[.875rem] text-soft">uses internal title</span>
        )}
      </div>
    </li>
  )
}

function PublishSwitch({ wish, name }: { wish: Wish; name: string }) {
  const queries = useQueryClient()
  const { isPublic } = wish
  const { mutate, isPending } = useSave({
    save: () => setPublished(wish, !isPublic),
    done: isPublic ? 'Unpublished. It leaves the site with the next build.' : WISH_PUBLISHED,
    failed: 'Failed to update wish',
    stale: [feedbackQuery.queryKey, ['wishes']],
    onStale: () => {
      void queries.invalidateQueries({ queryKey: feedbackQuery.queryKey })
      return false
    },
  })
  return (
    <Button variant="outline" size="sm" isBusy={isPending} onClick={() => mutate(undefined)}>
      {isPending ? 'Saving...' : isPublic ? 'Unpublish' : 'Publish'}
      <span className="sr-only"> {name}</span>
    </Button>
  )
}

/** Fetched whenever the screen is opened, because others ship wishes and handle reports too. */
const feedbackQuery = queryOptions<Feedback>({
  queryKey: ['feedback'],
  queryFn: () => ask(() => api.feedback.$get()),
  staleTime: 0,
})

/** Tells visitors of a shipped wish, or no longer does. Everything else of it stays. */
function setPublished(wish: Wish, isPublic: boolean): Promise<Changed<Wish>> {
  const { id, version, title, description, status, target, publicTitle, publicText } = wish
  const json = { version, title, description, status, target, isPublic, publicTitle, publicText }
  return ask(() => api.wishes[':id'].$patch({ param: { id }, json }))
}
