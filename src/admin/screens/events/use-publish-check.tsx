import { type ReactNode, useState } from 'react'
import { CHECKS_FAILED, type Finding } from '#src/contract/content-check.ts'
import { notify } from '#src/islands/toasts.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'

/** Loaded when a check has found something. */
const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

type Asked = { findings: readonly Finding[]; publish: () => void }

/**
 * Publishes after the checks of content: at once where they find nothing, otherwise from the dialog that is returned. Checks that
 * cannot run stop nobody.
 */
export function usePublishCheck(): {
  isChecking: boolean
  dialog: ReactNode
  publishChecked: (check: () => Promise<{ findings: Finding[] }>, publish: () => void) => Promise<void>
} {
  const [asked, ask] = useState<Asked>()
  const [isChecking, setChecking] = useState(false)
  const close = () => ask(undefined)
  const publishChecked = async (check: () => Promise<{ findings: Finding[] }>, publish: () => void) => {
    setChecking(true)
    const found = await check().catch(() => null)
    setChecking(false)
    if (found === null) notify({ kind: 'error', title: 'Error', message: CHECKS_FAILED })
    if (found === null || found.findings.length === 0) publish()
    else ask({ findings: found.findings, publish })
  }
  const dialog = asked && (
    <PublishDialog
      findings={asked.findings}
      onClose={close}
      onPublish={() => {
        close()
        asked.publish()
      }}
    />
  )
  return { isChecking, dialog, publishChecked }
}
