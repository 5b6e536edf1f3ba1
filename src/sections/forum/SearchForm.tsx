import { FORUM_SEARCH } from '#src/contract/forum-paths.ts'

/** Searches the forum. Works without scripts: the search words are in the address. */
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
