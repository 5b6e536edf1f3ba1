import { FORUM_SEARCH } from '#src/contract/forum-paths.ts'

/** Looks for words in all of the forum. Works without scripts: the words stand in the address. */
export function SearchForm({ q }: { q?: string }) {
  return (
    <search>
      <form action={FORUM_SEARCH} className="find">
        <input
          type="search"
          name="q"
          aria-label="Search the forum"
          placeholder="Search the forum"
          defaultValue={q}
          maxLength={200}
          required
          enterKeyHint="search"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}
