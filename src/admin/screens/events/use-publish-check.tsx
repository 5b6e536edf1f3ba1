import { type ReactNode, useState } from 'react'
import { type Finding, findingCode, hasErrors, PUBLISH_STOPPED, PUBLISH_WARNED } from '#src/contract/content-check.ts'
import type { ApiError } from '#src/islands/call.ts'
import { lazyComponent } from '../../blocks/lazy-component.tsx'
import { links } from '../../links.ts'

/** Loaded when a check has found something. */
const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

type Publish = (accepted: string[]) => void
type Asked = { findings: readonly Finding[]; publish: Publish }

/**
 * For a publication that the server refused for what its checks found: `onFindings` opens the dialog that is returned, which
 * publishes again with the warnings accepted. It is false for any other refusal. `newId` is the id of an event that is not stored:
 * its findings lead to the form that is open.
 */
export function usePublishCheck(newId?: string): {
  dialog: ReactNode
  onFindings: (fault: ApiError, publish: Publish) => boolean
} {
  const [asked, ask] = useState<Asked>()
  const onFindings = ({ findings }: ApiError, publish: Publish) => {
    if (findings.length > 0) ask({ findings, publish })
    return findings.length > 0
  }
  if (!asked) return { dialog: null, onFindings }
  const { findings, publish } = asked
  const isStopped = hasErrors(findings)
  const dialog = (
    <PublishDialog
      findings={newId === undefined ? findings : findings.map((finding) => inOpenForm(finding, newId))}
      description={isStopped ? PUBLISH_STOPPED : PUBLISH_WARNED}
      isStopped={isStopped}
      onClose={() => ask(undefined)}
      onPublish={() => {
        ask(undefined)
        publish(findings.map(findingCode))
      }}
    />
  )
  return { dialog, onFindings }
}

function inOpenForm(finding: Finding, newId: string): Finding {
  return { ...finding, href: finding.href.replace(`${links.eventSetup().to}?id=${newId}`, links.eventSetup().to) }
}
