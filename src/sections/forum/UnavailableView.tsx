import { FORUM_UNAVAILABLE } from '#src/contract/forum.ts'

import { Alert } from '#src/ui/Alert.tsx'

type UnavailableViewProps = {
  /** The address that was asked for. */
  path: string
  /** Why, where there is more to say than that it is so. */
  because?: string | undefined
}

/** The forum cannot be read at the moment. */
export function UnavailableView({ path, because }: UnavailableViewProps) {
  return (
    <div className="wrap py-20">
      <Alert title="Please try again later" quiet>
        <p className="mt-4">{because ?? `${FORUM_UNAVAILABLE} Nothing is lost. Please try again in a minute.`}</p>
        <p className="ways">
          <a href={path}>Try again</a> <a href="/">Back to home</a>
        </p>
      </Alert>
    </div>
  )
}
