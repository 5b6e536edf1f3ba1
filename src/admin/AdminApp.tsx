import { useStore } from '@nanostores/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '#src/islands/Toasts.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { $question } from './blocks/confirm.ts'
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
        <Confirmation />
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Shows the question that `confirm` asks. */
function Confirmation() {
  const question = useStore($question)
  if (!question) return null
  const { title, message, label, busyLabel, variant, act } = question
  return (
    <ConfirmDialog
      key={title}
      title={title}
      label={label}
      busyLabel={busyLabel}
      {...(variant && { variant })}
      onConfirm={() =>
        act().then(
          () => true,
          () => false,
        )
      }
      onClose={() => $question.set(undefined)}
    >
      {message}
    </ConfirmDialog>
  )
}
