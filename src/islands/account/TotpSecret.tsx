import type { EnrolledFactor } from '#src/contract/factor.ts'
import { CopyText } from './CopyText.tsx'

/** The secret of an authenticator app, to scan or to type. The picture is data, so that the page's policy lets it in. */
export function TotpSecret({ secret, uri, qr_code }: NonNullable<EnrolledFactor['totp']>) {
  return (
    <>
      <p className="leading-snug">Scan this with your app, then enter the code it shows.</p>
      <img
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_code)}`}
        alt="QR code for your authenticator app"
        width="220"
        height="220"
        className="size-40 rounded-md sm:size-55 bg-white p-2"
      />
      <div className="grid gap-2 leading-snug">
        <p>
          No camera?{' '}
          <a className="underline underline-offset-4" href={uri}>
            Open your app
          </a>{' '}
          on this device, or type this secret into it:
        </p>
        <p className="flex flex-wrap items-center gap-3">
          <code className="font-mono text-[1.0625rem] [overflow-wrap:anywhere]">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyText text={secret} label="Copy secret" />
        </p>
      </div>
    </>
  )
}
