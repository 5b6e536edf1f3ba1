import { FORUM } from '#src/contract/forum-paths.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { SearchForm } from './SearchForm.tsx'

/** The page for an address of the forum that does not exist, or that is not public. */
export function NotFoundView() {
  return (
    <div className="wrap py-20">
      <Alert title="Page not found" quiet>
        <p className="mt-4">It may have been removed, or the link may be wrong. Try a search:</p>
        <div className="mt-6">
          <SearchForm />
        </div>
        <p className="ways">
          <a href={FORUM}>All topics</a>
        </p>
      </Alert>
    </div>
  )
}
