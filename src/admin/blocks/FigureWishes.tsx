import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  FIGURE_WISH_SAVED,
  FIGURE_WISH_TITLE,
  FIGURE_WISH_WORDS,
  FIGURES_NOT_SENT,
  type FigureWish,
  type FigureWishAnswer,
} from '#src/contract/figure-wish.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { analyticsApi, ask } from '../api.ts'
import { DetailCard } from './Panel.tsx'
import { Shown } from './Shown.tsx'
import { useSave } from './use-save.ts'

const routes = analyticsApi['figure-wishes']
const wishQuery = queryOptions<FigureWishAnswer>({
  queryKey: ['figure-wishes'],
  queryFn: () => ask(() => routes.$get()),
  staleTime: 0,
})

/** Which figures the signed-in administrator gets by email. Each choice is saved at once. */
export function FigureWishes() {
  const query = useQuery(wishQuery)
  return (
    <DetailCard title={FIGURE_WISH_TITLE}>
      <Shown query={query} what="your choice">
        {(wish) => <Choices {...wish} />}
      </Shown>
    </DetailCard>
  )
}

// Object.keys knows no key types.
const FIGURES = Object.keys(FIGURE_WISH_WORDS) as (keyof FigureWish)[]

function Choices({ isSent, ...wish }: FigureWishAnswer) {
  const queries = useQueryClient()
  // Shown from the press on: a box that waits for the answer would spring back first.
  const [chosen, setChosen] = useState<FigureWish>()
  const change = useSave({
    save: (json: FigureWish): Promise<FigureWishAnswer> => ask(() => routes.$put({ json })),
    done: FIGURE_WISH_SAVED,
    failed: 'Failed to save choice',
    stale: [['mail-rules']],
    onDone: (answer) => queries.setQueryData(wishQuery.queryKey, answer),
  })
  const choose = (wish: FigureWish) => {
    setChosen(wish)
    change.mutate(wish, { onSettled: () => setChosen(undefined) })
  }
  return (
    <div className="grid gap-3">
      {FIGURES.map((figures) => {
        const [label, hint] = FIGURE_WISH_WORDS[figures]
        return (
          <Checkbox
            key={figures}
            label={label}
            hint={wish[figures] && !isSent[figures] ? FIGURES_NOT_SENT : hint}
            checked={(chosen ?? wish)[figures]}
            aria-disabled={chosen !== undefined}
            onChange={({ target }) => !chosen && choose({ ...wish, [figures]: target.checked })}
          />
        )
      })}
    </div>
  )
}
