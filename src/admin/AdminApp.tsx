import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '#src/islands/Toasts.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Confirming } from './blocks/Confirming.tsx'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { Gate } from './shell/Gate.tsx'

/** The admin area: one island, a screen for each address. */
export function AdminApp() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Gate>
          <RouterProvider router={router} />
        </Gate>
        <Confirming />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
