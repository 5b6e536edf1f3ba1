import { queryOptions } from '@tanstack/react-query'
import { ask, contentApi } from '../../api.ts'

const checks = contentApi['content-checks']

/** What the checks find in all that visitors see. It is looked up each time the screen is opened. */
export const siteChecksQuery = queryOptions({
  queryKey: ['content-checks'],
  queryFn: () => ask(() => checks.$get()),
  staleTime: 0,
})

/** What they find in one event as it is stored, published or not. */
export const eventChecksQuery = (id: string) =>
  queryOptions({
    queryKey: ['content-checks', id],
    queryFn: () => ask(() => checks.events[':id'].$get({ param: { id } })),
    staleTime: 0,
  })
