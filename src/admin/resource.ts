import { queryOptions } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { Page } from '#src/contract/page.ts'
import type { Changed } from '#src/contract/versioned.ts'
import { ask } from './api.ts'

type Answer<T> = { ok: boolean; status: number; headers: Headers; json: () => Promise<T> }
type Stored = { id: string; version: number }

/** The routes of one kind of rows, as `hc` gives them: `api.vendors`. */
type Routes<Fields, Line, Row> = {
  $get: (sent: { query: { q: string; cursor?: string } }) => Promise<Answer<Page<Line>>>
  $post: (sent: { json: Fields & { id: string } }) => Promise<Answer<Changed<Row>>>
  ':id': {
    $get: (sent: { param: { id: string } }) => Promise<Answer<Row>>
    $patch: (sent: { param: { id: string }; json: Fields & { version: number } }) => Promise<Answer<Changed<Row>>>
    $delete: (sent: { param: { id: string }; query: { version: string } }) => Promise<Answer<unknown>>
  }
}

type ResourceParts<Name, Fields, Line, Row> = {
  /** What people call one of them and several: 'team member', 'team members'. */
  noun: string
  nouns: string
  /** Its last part of the API's addresses, which names its lists among the queries. */
  name: Name
  getName: (line: Line) => string
  routes: Routes<Fields, Line, Row>
  /** What the form of a new one begins with; its names are the fields of the form. */
  blank: Fields
}

/**
 * The queries and calls of one kind of rows that are listed, created, changed and deleted. `Line` is a row in the list, `Row`
 * the one a form shows.
 */
export function resource<
  Name extends string,
  Fields extends FieldValues,
  Line extends Stored,
  Row extends Line & Fields,
>({ routes, blank, ...names }: ResourceParts<Name, Fields, Line, Row>) {
  const { noun, name } = names
  const one = routes[':id']
  const read = (id: string): Promise<Row> => ask(() => one.$get({ param: { id } }))
  return {
    ...names,
    /** 'Team member' */
    title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`,
    /** The queries that a change makes stale. */
    stale: [[name]],
    page: (q: string, cursor: { cursor?: string }): Promise<Page<Line>> =>
      ask(() => routes.$get({ query: { ...cursor, q } })),
    /** One row for its form, which keeps what it began with: fetched again whenever a form is opened. */
    query: (id: string) =>
      queryOptions({
        queryKey: [noun, id],
        queryFn: () => read(id),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 0,
      }),
    read,
    create: (id: string, fields: Fields): Promise<Changed<Row>> => ask(() => routes.$post({ json: { ...fields, id } })),
    update: ({ id, version }: Stored, fields: Fields): Promise<Changed<Row>> =>
      ask(() => one.$patch({ param: { id }, json: { ...fields, version } })),
    remove: ({ id, version }: Stored) => ask(() => one.$delete({ param: { id }, query: { version: String(version) } })),
    /** The fields of the form out of a stored row; the blank form without one. */
    getFields: (row: Row | undefined): Fields => {
      const fields = Object.keys(blank).map((field: keyof Fields) => [field, (row ?? blank)[field]])
      return Object.fromEntries(fields)
    },
  }
}

/** What `resource` makes. */
export type LibraryResource<
  Name extends string,
  Fields extends FieldValues,
  Line extends Stored,
  Row extends Line & Fields,
> = ReturnType<typeof resource<Name, Fields, Line, Row>>
