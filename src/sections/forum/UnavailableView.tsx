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
      <Alert title="Not right now" quiet>
        <p className="mt-4">
          {because ?? 'The forum cannot be read at the moment. Nothing is lost: please try again in a minute.'}
        </p>
        <p className="ways">
          <a href={path}>Try again</a> <a href="/">Back to home</a>
        </p>
      </Alert>
    </div>
  )
}
